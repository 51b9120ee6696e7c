import { once } from 'node:events';
import { Agent, get, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { atTheEnd } from '../support/clean-up.js';
import { unique } from '../support/factories.js';

/** One connection that stays open, as those of proxies do. */
export interface Connection {
  /** @throws Error when there is no whole answer; `isNew` where its connection had never had one */
  ask(path: string, comment?: string): Promise<{ readonly status: number | undefined; readonly body: string }>;
}

/** The connection is made at the first question, and anew when the service has ended it. */
export function openConnection(base: string, token: string): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  atTheEnd(() => agent.destroy());
  return {
    async ask(path, comment) {
      // Who reads without a token is answered from memory, where the answer is there.
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

/** Asks once, over a connection of its own. @returns the status, or the code of what came in its place */
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

/** Clients that read and write comments without a pause, until they are stopped or nobody listens any more. */
export interface SteadyLoad {
  /** Comments whose writing has been acknowledged; no two are alike. */
  readonly acknowledged: string[];
  /** What came in place of an answer, and answers that nobody should get. */
  readonly failures: string[];
  /** Resolves when nobody listens any more. */
  readonly over: Promise<unknown>;
  stop(): Promise<void>;
  /**
   * Says that the service is about to end. Linux then resets connections that it has taken and nobody has accepted: as
   * little has become of what they brought as of those that are refused.
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
