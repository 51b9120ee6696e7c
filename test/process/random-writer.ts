import { Agent, request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { FORM_TYPE } from '../rest/multipart.js';
import type { Hand } from './random-world.js';
import { drawWrite, remember, settle, unsettle, verbNames } from './random-verbs.js';
import type { Verb, Write } from './random-write.js';

type Api = 'rest' | 'graph';

/** Writes that only v2.1 has. */
export const ONLY_REST: readonly string[] = ['setEventImage'];

/** Settings of a service that receives more writes than these limits allow. */
export const UNLIMITED = {
  ...{ LIMIT_REGISTRATION_ADDRESS: 'off', LIMIT_REMINDER_ADDRESS: 'off', LIMIT_REMINDER_ACCOUNT: 'off' },
  ...{ LIMIT_EMAIL_CHANGES_USER: 'off' },
  ...{ LIMIT_APPLICATIONS_USER: 'off', TALK_COMMENT_LIMIT: 'off', MAX_PENDING_EVENTS: '1000' },
};

/** A response: its status, converted to HTTP also for GraphQL, and the ID of the created record. */
interface Answer {
  readonly status: number;
  readonly text: string;
  readonly id: string | undefined;
}

/** The current address of the service, and the statistics of all writers. */
export interface Progress {
  base: string;
  /** Whether a process was killed and has not recovered yet. */
  trouble: boolean;
  /** Number of completed writes. */
  answered: number;
  wanted: number;
  /** Successes of each write, by API. */
  readonly succeeded: Record<Api, Record<string, number>>;
  /** Responses that are never acceptable. */
  readonly failures: string[];
}

/** Sends random writes through one persistent connection, until there are enough responses. */
export async function writeAtRandom(hand: Hand, progress: Progress): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  while (progress.answered < progress.wanted) {
    const { rest, graph } = progress.succeeded;
    const owed = verbNames.filter((name) => !rest[name] || (!graph[name] && !ONLY_REST.includes(name)));
    const { verb, write } = drawWrite(hand, owed);
    const door = write.input && hand.random() < 0.5 ? 'graph' : 'rest';
    if (write.dooms !== undefined) hand.world.doomed.add(write.dooms);
    const before = progress.trouble;
    const answer = await apis[door](progress.base, agent, verb, write).catch((error: unknown) => String(error));
    note(hand, progress, { verb, write, door, answer, trouble: before || progress.trouble });
    // The service or PostgreSQL is unavailable.
    if (typeof answer === 'string' || answer.status === 503) await pause(50);
  }
  agent.destroy();
}

interface Outcome {
  readonly verb: Verb;
  readonly write: Write;
  readonly door: Api;
  readonly answer: Answer | string;
  readonly trouble: boolean;
}

function note(hand: Hand, progress: Progress, { verb, write, door, answer, trouble }: Outcome): void {
  const { settles } = write;
  if (typeof answer === 'string' || answer.status >= 500) {
    const said = typeof answer === 'string' ? answer : `${answer.status} ${answer.text}`;
    const expected = trouble && (typeof answer === 'string' || answer.status === 503);
    if (!expected) progress.failures.push(`${verb.name} by ${door}: ${said}`);
    if (settles) unsettle(hand.world, settles);
    return;
  }
  progress.answered += 1;
  if (answer.status >= 300) return;
  progress.succeeded[door][verb.name] = (progress.succeeded[door][verb.name] ?? 0) + 1;
  if (settles) settle(hand.world, settles);
  if (verb.creates && write.makes) {
    if (answer.id === undefined) progress.failures.push(`${verb.name} by ${door}: no id in ${answer.text}`);
    else remember(hand, verb, write, answer.id);
  }
}

const apis: Readonly<Record<Api, (base: string, agent: Agent, verb: Verb, write: Write) => Promise<Answer>>> = {
  async rest(base, agent, _verb, { who, rest: { method, path, body } }) {
    const isForm = body instanceof Buffer;
    const sent = body === undefined ? undefined : isForm ? body : Buffer.from(JSON.stringify(body));
    const type = isForm ? FORM_TYPE : 'application/json';
    const { response, content } = await send(`${base}/v2.1${path}`, agent, method, who?.token, type, sent);
    const location = String(response.headers['content-location'] ?? response.headers.location);
    return { status: response.statusCode ?? 0, text: content, id: /\/(\d+)$/.exec(location)?.[1] };
  },
  async graph(base, agent, verb, { who, input }) {
    const inputType = `${verb.name[0]?.toUpperCase()}${verb.name.slice(1)}Input!`;
    const selection = verb.creates ? `${verb.creates.field} { id }` : '__typename';
    const query = `mutation($input: ${inputType}) { ${verb.name}(input: $input) { ${selection} } }`;
    const sent = Buffer.from(JSON.stringify({ query, variables: { input } }));
    const { response, content } = await send(`${base}/graphql`, agent, 'POST', who?.token, 'application/json', sent);
    const { data, errors } = JSON.parse(content) as GraphAnswer;
    const code = errors?.[0]?.extensions?.code;
    const status = code === undefined ? (response.statusCode ?? 0) : (statuses[code] ?? 400);
    const made = verb.creates && data?.[verb.name]?.[verb.creates.field];
    return { status, text: content, id: made && typeof made === 'object' ? made.id : undefined };
  },
};

interface GraphAnswer {
  readonly data?: Readonly<Record<string, Readonly<Record<string, { readonly id: string } | undefined>>>> | null;
  readonly errors?: readonly { readonly extensions?: { readonly code?: string } }[];
}

/** Codes that the caller has not caused. */
const statuses: Readonly<Record<string, number>> = { INTERNAL: 500, UNAVAILABLE: 503, NOT_SUPPORTED: 501 };

/** Sends one request. Rejects if the connection breaks before the response is complete. */
async function send(
  address: string,
  agent: Agent,
  method: string,
  token: string | undefined,
  type: string,
  body: Buffer | undefined,
): Promise<{ readonly response: IncomingMessage; readonly content: string }> {
  const headers = {
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(body && { 'Content-Type': type, 'Content-Length': body.length }),
  };
  const outgoing = request(address, { method, agent, headers });
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { response, content: await text(response) };
}
