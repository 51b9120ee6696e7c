import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** Outcome of a request. */
export interface Answer {
  /** Label for counting: a status, a GraphQL error code, `refused` or `no answer`. */
  readonly label: string;
  /** 0 without a response. */
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: string;
  readonly tookMs: number;
}

/** A client with one persistent connection. */
export interface Client {
  get(path: string): Promise<Answer>;
  post(path: string, body: object): Promise<Answer>;
  graph(query: string, variables: object): Promise<Answer>;
  close(): void;
}

/** Later responses count as `no answer`. */
const DEADLINE_MS = 30_000;

/**
 * @param token access token; anonymous without one
 * @param further headers of every request
 */
export function openClient(base: string, token?: string, further: Readonly<Record<string, string>> = {}): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = {
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    'Content-Type': 'application/json',
    ...further,
  };
  const ask = async (path: string, body?: object): Promise<Answer> => {
    const begin = performance.now();
    const tookMs = () => performance.now() - begin;
    try {
      const signal = AbortSignal.timeout(DEADLINE_MS);
      const asking = request(base + path, { agent, headers, signal, method: body === undefined ? 'GET' : 'POST' });
      asking.end(body === undefined ? undefined : JSON.stringify(body));
      const [response] = (await once(asking, 'response')) as [IncomingMessage];
      const { statusCode: status = 0, headers: got } = response;
      const said = await text(response);
      const retryAfter = got['retry-after'];
      return { label: labelOf(path, status, said), status, retryAfter, body: said, tookMs: tookMs() };
    } catch (error) {
      const label = Reflect.get(Object(error), 'code') === 'ECONNREFUSED' ? 'refused' : 'no answer';
      return { label, status: 0, retryAfter: undefined, body: String(error), tookMs: tookMs() };
    }
  };
  return {
    get: (path) => ask(path),
    post: ask,
    graph: (query, variables) => ask('/graphql', { query, variables }),
    close: () => agent.destroy(),
  };
}

/** GraphQL returns most errors with status 200, so the error code takes precedence. */
function labelOf(path: string, status: number, body: string): string {
  const code = path === '/graphql' ? /"code":"(\w+)"/.exec(body)?.[1] : undefined;
  return code ?? String(status);
}
