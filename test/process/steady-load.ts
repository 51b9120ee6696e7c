import { once } from 'node:events';
import { Agent, get, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { atTheEnd } from '../support/clean-up.js';
import { unique } from '../support/factories.js';

/** A persistent connection, like those of proxies. */
export interface Connection {
  /** @throws Error without a complete response; `isNew` if its connection has never had one */
  ask(path: string, comment?: string): Promise<{ readonly status: number | undefined; readonly body: string }>;
}

/** Connects lazily, and reconnects after the service has closed the connection. */
export function openConnection(base: string, token: string): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  atTheEnd(() => agent.destroy());
  return {
    async ask(path, comment) {
      // Anonymous reads may be served from the cache.
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const asking = request(base + path, { agent, ...(comment !== undefined && { method: 'POST', headers }) });
      asking.on('error', (error) => Object.assign(error, { isNew: !asking.reusedSocket }));
      asking.end(comment === undefined ? undefined : JSON.stringify({ comment, rating: 3 }));
      const [response] = (await once(asking, 'response')) as [IncomingMessage];
      return { status: response.statusCode, body: await text(response) };
    },
  };
}

const PATIENCE_MS = 20_000;

/** Sends one request over its own connection. @returns the status, or the code of the error */
export async function newConnection(base: string): Promise<string> {
  try {
    const asking = get(`${base}/v2.1/languages`, { agent: false, signal: AbortSignal.timeout(PATIENCE_MS) });
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    await text(response);
    return String(response.statusCode);
  } catch (error) {
    return String(Reflect.get(Object(error), 'code'));
  }
}

/** Clients that read and write comments continuously, until they are stopped or the service no longer listens. */
export interface SteadyLoad {
  /** Acknowledged comments; all are different. */
  readonly acknowledged: string[];
  /** Errors without a response, and responses that are never acceptable. */
  readonly failures: string[];
  /** Resolves when the service no longer listens. */
  readonly over: Promise<unknown>;
  stop(): Promise<void>;
  /**
   * Announces the end of the service. Linux then resets connections that no process has accepted: their requests are as
   * unprocessed as those of refused connections.
   */
  expectTheEnd(): void;
}

const CLIENTS = 8;

/** @param path of a talk's comments */
export function steadyLoad(base: string, token: string, path: string): SteadyLoad {
  const acknowledged: string[] = [];
  const failures: string[] = [];
  let [stopped, ending] = [false, false];
  const ask = async (): Promise<void> => {
    const connection = openConnection(base, token);
    while (!stopped) {
      const comment = Math.random() < 0.5 ? `Comment ${unique()}` : undefined;
      try {
        const { status, body } = await connection.ask(path, comment);
        if (status !== (comment === undefined ? 200 : 201)) failures.push(`${status} ${body}`);
        else if (comment !== undefined) acknowledged.push(comment);
      } catch (error) {
        const { code, isNew } = Object(error) as { code?: string; isNew?: boolean };
        if (code === 'ECONNREFUSED' || (code === 'ECONNRESET' && ending && isNew)) return;
        failures.push(String(code));
      }
    }
  };
  const over = Promise.all(Array.from({ length: CLIENTS }, ask));
  const stop = async (): Promise<void> => {
    stopped = true;
    await over;
  };
  atTheEnd(stop);
  return { acknowledged, failures, over, stop, expectTheEnd: () => (ending = true) };
}
