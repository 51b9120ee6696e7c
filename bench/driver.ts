import { Agent, request } from 'node:http';

/** One request, the same for every server that is measured. */
export interface BenchRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** JSON. */
  readonly body?: string;
}

/** Sends requests to one server over connections that stay open. */
export class Driver {
  readonly #agent: Agent;

  constructor(
    readonly port: number,
    readonly concurrency: number,
  ) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  }

  /** The body of one answer. @throws Error when it is not a success */
  fetch({ method, path, body }: BenchRequest): Promise<Buffer> {
    const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
    return new Promise((resolve, reject) => {
      const outgoing = request({ agent: this.#agent, port: this.port, method, path, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const answer = Buffer.concat(chunks);
          if (response.statusCode === 200) resolve(answer);
          else
            reject(new Error(`${method} ${path} answered ${response.statusCode}: ${answer.toString().slice(0, 500)}`));
        });
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  /**
   * Sends `count` requests, walking through `requests` again and again, `concurrency` of them at a time.
   *
   * @returns the seconds that it took
   */
  async send(requests: readonly BenchRequest[], count: number): Promise<number> {
    const started = performance.now();
    let next = 0;
    const walk = async () => {
      for (let index = next++; index < count; index = next++) {
        const wanted = requests[index % requests.length];
        if (wanted) await this.fetch(wanted);
      }
    };
    await Promise.all(Array.from({ length: this.concurrency }, walk));
    return (performance.now() - started) / 1000;
  }

  close(): void {
    this.#agent.destroy();
  }
}
