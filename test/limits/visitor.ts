import { Agent, request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStream, type StreamClient } from '../../faults/event-streams.js';
import { isRefusal } from '../budget/wire.js';
import { atTheEnd } from '../support/clean-up.js';
import { eventually } from '../support/process.js';
import type { WireClient } from '../support/sign-in.js';

/** The address of the venue, which everyone there shares. */
export const VENUE = '192.0.2.7';
export const PASSWORD = 'difference engine';

/** Clients wait and repeat the request. */
const BUSY = 503;

/** Where visitors are. */
export interface Venue {
  readonly base: string;
  readonly client: WireClient;
  /** The token of the welcome mail to an address; undefined until it arrives. */
  readonly mailedToken: (email: string) => string | undefined;
}

/** What the service says to a visitor. */
export interface Visit {
  /** The status of each step, in order, and of each repeated attempt to follow the talk. */
  readonly statuses: readonly number[];
  readonly stream: StreamClient;
  readonly comment: string;
}

interface Reply {
  readonly status: number;
  readonly text: string;
}

export const accountOf = (username: string) => ({
  ...{ username, full_name: username, email: `${username}@example.org`, password: PASSWORD },
});

/** Registers, verifies the address, logs in, follows a talk and comments on it. */
export async function visit({ base, client, mailedToken }: Venue, username: string, talk: string): Promise<Visit> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const statuses: number[] = [];
  const step = async (path: string, body: object, token?: string): Promise<string> => {
    const { status, text } = await patiently(agent, `${base}/v2.1${path}`, body, token);
    statuses.push(status);
    return text;
  };
  try {
    const account = accountOf(username);
    await step('/users', account);
    await eventually(() => mailedToken(account.email) !== undefined);
    await step('/users/verifications', { token: mailedToken(account.email) });
    const login = { grant_type: 'password', username, password: PASSWORD, ...client };
    const { access_token: token } = JSON.parse(await step('/token', login)) as { access_token: string };
    const headers = { 'X-Forwarded-For': VENUE, Authorization: `Bearer ${token}` };
    const stream = openStream(base, talk, (status) => void (status === BUSY || statuses.push(status)), headers);
    atTheEnd(stream.stop);
    await eventually(() => stream.last() !== undefined || statuses.some(isRefusal));
    const comment = `By ${username}`;
    await step(`/talks/${talk}/comments`, { comment, rating: 4 }, token);
    return { statuses, stream, comment };
  } finally {
    agent.destroy();
  }
}

/** Posts it, and again after as long as the service asks for, as clients do. */
async function patiently(agent: Agent, url: string, body: object, token?: string): Promise<Reply> {
  const asking = request(url, {
    ...{ method: 'POST', agent },
    headers: {
      ...{ 'Content-Type': 'application/json', 'X-Forwarded-For': VENUE },
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
  });
  asking.end(JSON.stringify(body));
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  let text = '';
  for await (const part of response.setEncoding('utf8')) text += part as string;
  const { statusCode: status = 0 } = response;
  if (status !== BUSY) return { status, text };
  await sleep(1_000 * Number(response.headers['retry-after']));
  return patiently(agent, url, body, token);
}
