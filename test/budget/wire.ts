import { once } from 'node:events';
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Call } from './target.js';

/** Of a response, this many characters decide how it is counted. */
const JUDGED = 2_000;

/** How a client reads a response: the bytes that it takes per interval. */
export const readers = { silent: 0, slow: 512 } as const;
const READ_MS = 250;

/** Sends the requests of an attack, and counts the responses. */
export class Wire {
  /** Number of responses by status, with the reason of an error; `none` without a response. */
  readonly answers: Record<string, number> = {};
  readonly #agent: Agent;
  readonly #open = new Set<ClientRequest>();
  #isClosed = false;

  constructor(
    private readonly base: string,
    connections: number,
  ) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Sends a request and reads the response as fast as it comes. @returns the status; 0 without a response */
  send(call: Call): Promise<number> {
    return this.#exchange(call, this.#agent, (response) => this.#read(response));
  }

  /** Sends a request on a connection of its own and hardly reads the response. Resolves when the connection closes. */
  hold(call: Call, bytes: number): Promise<number> {
    return this.#exchange(call, false, async (response) => {
      if (isRefusal(response.statusCode ?? 0)) return this.#read(response);
      this.#count(`held ${response.statusCode}`);
      const reading = setInterval(() => void (bytes > 0 && response.read(bytes)), READ_MS);
      await once(response, 'close');
      clearInterval(reading);
    });
  }

  /** Opens a stream and reads it. Resolves when it ends. */
  follow(call: Call): Promise<number> {
    const headers = { ...call.headers, Accept: 'text/event-stream' };
    return this.#exchange({ ...call, headers }, false, async (response) => {
      if (isRefusal(response.statusCode ?? 0)) return this.#read(response);
      this.#count(`stream ${response.statusCode}`);
      response.resume();
      await once(response, 'close');
    });
  }

  /** Ends all requests. */
  close(): void {
    this.#isClosed = true;
    this.#agent.destroy();
    for (const asking of this.#open) asking.destroy();
  }

  async #exchange(
    { method = 'POST', path, headers, body, token, address }: Call,
    agent: Agent | false,
    read: (response: IncomingMessage) => Promise<void>,
  ): Promise<number> {
    if (this.#isClosed) return 0;
    const asking = request(this.base + path, {
      ...{ method, agent },
      headers: {
        ...{ 'X-Forwarded-For': address, ...headers },
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
    });
    this.#open.add(asking);
    try {
      asking.end(body);
      const [response] = (await once(asking, 'response')) as [IncomingMessage];
      // The service may close the connection while it is read.
      response.on('error', () => undefined);
      await read(response);
      return response.statusCode ?? 0;
    } catch {
      if (!this.#isClosed) this.#count('none');
      return 0;
    } finally {
      this.#open.delete(asking);
    }
  }

  /** Reads a response, and counts it by its status and code. */
  async #read(response: IncomingMessage): Promise<void> {
    let text = '';
    for await (const part of response.setEncoding('latin1')) if (text.length < JUDGED) text += part as string;
    this.#count(`${response.statusCode}${reasonIn(text)}`);
  }

  #count(label: string): void {
    this.answers[label] = (this.answers[label] ?? 0) + 1;
  }
}

/** What an error says: its reason in GraphQL, its sentence in v2.1. */
const errors = [/"reason":"([A-Z_]{4,})"/, /"code":"([A-Z_]{4,})"/, /^\["([^"]{1,40})/];

const reasonIn = (text: string): string => {
  const [reason] = errors.flatMap((error) => error.exec(text)?.[1] ?? []);
  return reason === undefined ? '' : ` ${reason}`;
};

/** Whether it is the status of a refusal, or 0: there was no response. */
export const isRefusal = (status: number): boolean => status === 0 || status >= 400;

/** A GraphQL request. */
export const graphCall = (
  query: string,
  variables: object,
  { token, address }: Pick<Call, 'token' | 'address'>,
): Call => ({
  ...{ path: '/graphql', address, ...(token !== undefined && { token }) },
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ query, variables }),
});
