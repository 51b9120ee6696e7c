import { Agent, request } from 'node:http';

/** A benchmark request, identical for all measured servers. */
export interface BenchRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** JSON body. */
  readonly body?: string;
  /** Value of `If-None-Match`; the expected response is then 304. */
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

/** Sends requests to one server over persistent connections. */
export class Driver {
  readonly #agent: Agent;

  constructor(
    readonly port: number,
    readonly concurrency: number,
  ) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  }

  /** Returns the body of one response. @throws Error if the status is unexpected */
  async fetch(wanted: BenchRequest): Promise<Buffer> {
    return (await this.#ask(wanted)).body;
  }

  /** Returns the conditional variant of a request. */
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
            reject(new Error(`${method} ${path} returned ${response.statusCode}: ${answer.toString().slice(0, 500)}`));
        });
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  /**
   * Sends `count` requests, cycling through `requests`, with `concurrency` in flight.
   *
   * @returns the duration in seconds
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
