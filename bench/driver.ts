import { Agent, request } from 'node:http';

/** One request, the same for every server that is measured. */
export interface BenchRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** JSON. */
  readonly body?: string;
  /** What the client has already (`If-None-Match`): then the answer is 304. */
  readonly tag?: string;
}

export const get = (path: string): BenchRequest => ({ method: 'GET', path });

/** An operation at `/graphql`. */
export const post = (query: string, variables: object): BenchRequest => ({
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query, variables }),
});

interface Answered {
  readonly body: Buffer;
  readonly tag: string | undefined;
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
  async fetch(wanted: BenchRequest): Promise<Buffer> {
    return (await this.#ask(wanted)).body;
  }

  /** The same request of a client that has the answer already. */
  async conditional(wanted: BenchRequest): Promise<BenchRequest> {
    const { tag } = await this.#ask(wanted);
    if (tag === undefined) throw new Error(`${wanted.path} has no ETag`);
    return { ...wanted, tag };
  }

  #ask({ method, path, body, tag }: BenchRequest): Promise<Answered> {
    const headers = {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(tag !== undefined && { 'If-None-Match': tag }),
    };
    const expected = tag === undefined ? 200 : 304;
    return new Promise((resolve, reject) => {
      const outgoing = request({ agent: this.#agent, port: this.port, method, path, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const answer = Buffer.concat(chunks);
          if (response.statusCode === expected) resolve({ body: answer, tag: response.headers.etag });
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
