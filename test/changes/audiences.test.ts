import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { memoize } from '../../src/config/memoize.js';
import { askData } from '../graphql/ask.js';
import { follow } from '../subscriptions/follow.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { settled } from './log.js';

/**
 * Who reads what was recorded in one state of an event after its change to another: nobody outside the narrower of both
 * audiences. Every state is visible to hosts and site administrators.
 */
const states = {
  pending: "status = 'PENDING', is_private = false, withdrawn_at = null",
  approved: "status = 'APPROVED', is_private = false, withdrawn_at = null",
  private: "status = 'APPROVED', is_private = true, withdrawn_at = null",
  withdrawn: "status = 'REJECTED', is_private = false, withdrawn_at = now()",
} as const;
type State = keyof typeof states;
const stateNames = Object.keys(states) as State[];
const changesOfState = stateNames.flatMap((then) => stateNames.map((now) => ({ then, now })));

const viewers = ['visitor', 'user', 'attendee', 'speaker', 'host', 'admin'] as const;
type Viewer = (typeof viewers)[number];
const hosts: readonly Viewer[] = ['host', 'admin'];

/** What was recorded of an event, and is in no record any more. */
const secretsOf = (event: string) => ({
  title: `Merger ${event}.`,
  room: `Room of the board ${event}.`,
  deleted: `Layoffs ${event}.`,
  version: `Candid ${event}.`,
  delivery: `msg_${event}.`,
});
type Secret = keyof ReturnType<typeof secretsOf>;

const CHANGE = '{ nodes { kind before { title room } after { title room } } }';
const MESSAGE = `subscription ($event: ID!, $after: String!) { eventChanged(eventId: $event, after: $after) {
  changes { kind recordId before { title room } } } }`;

let service: TestService;
/** The end of the log before all tests. */
let start: string;
const users = {} as Record<Viewer, string>;
const tokens: Partial<Record<Viewer, string>> = {};
const histories = new Map<State, Map<State, string>>();
beforeAll(async () => {
  service = await startService({ LIMIT_REQUESTS_ADDRESS: 'off' });
  const { pool } = service.database;
  for (const viewer of viewers.slice(1)) {
    users[viewer] = await make.createUser(pool, { is_admin: viewer === 'admin' });
    tokens[viewer] = await make.createToken(pool, users[viewer]);
  }
  start = await end();
  for (const then of stateNames) {
    const events = await Promise.all(stateNames.map(async (now) => [now, await eventWithHistory(then)] as const));
    histories.set(then, new Map(events));
    for (const [now, event] of events) await setState(event, now);
  }
  await settled(pool);
});
afterAll(() => service.stop());

const setState = (event: string, state: State) =>
  service.database.pool.query(`update events set ${states[state]} where id = $1`, [event]);

const mutate = (name: string, input: object, viewer: Viewer) =>
  askData(
    service,
    `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { __typename } }`,
    { variables: { input }, token: tokens[viewer] },
  );

/** An event in a state in which a host has renamed, moved and deleted talks, with a comment that was edited. */
async function eventWithHistory(then: State): Promise<string> {
  const { pool } = service.database;
  const event = await make.createEvent(pool);
  const { title, room, deleted: deletedTitle, version, delivery } = secretsOf(event);
  const renamed = await make.createTalk(pool, event, { title, room });
  const deleted = await make.createTalk(pool, event, { title: deletedTitle });
  await make.createHost(pool, event, users.host);
  await make.createAttendee(pool, event, users.attendee);
  for (const talk of [renamed, deleted]) await make.createSpeaker(pool, event, talk, { user_id: users.speaker });
  await setState(event, then);
  await mutate('updateTalk', { talkId: renamed, title: 'Welcome', room: 'A' }, 'host');
  await mutate('deleteTalk', { talkId: deleted }, 'host');
  const comment = await make.createTalkComment(pool, event, renamed, { user_id: users.user });
  await pool.query(
    'insert into comment_versions (event_id, talk_comment_id, comment, replaced_at) values ($1, $2, $3, now())',
    [event, comment, version],
  );
  const sent = await make.createDelivery(pool, await make.createWebhook(pool, event, users.host));
  await pool.query('update webhook_deliveries set message_id = $2 where id = $1', [sent, delivery]);
  return event;
}

/** The end of the log. */
async function end(): Promise<string> {
  await settled(service.database.pool);
  const { changes } = await askData(service, '{ changes(first: 0) { headCursor } }', { isSentOnce: true });
  return changes.headCursor as string;
}

const headersOf = (viewer: Viewer): Record<string, string> =>
  tokens[viewer] === undefined ? {} : { Authorization: `Bearer ${tokens[viewer]}` };

const read = async (path: string, viewer: Viewer, body?: object): Promise<string> => {
  const headers = { 'Content-Type': 'application/json', ...headersOf(viewer) };
  const response = await fetch(service.base + path, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return response.text();
};

/** Reads once what each viewer sees of all histories. */
const changesOfAll = memoize((viewer: Viewer) =>
  read('/graphql', viewer, { query: `{ changes(after: "${start}") ${CHANGE} }` }),
);

interface Reading {
  readonly secrets: readonly Secret[];
  /** Those who read it while the event is public. */
  readonly audience: readonly Viewer[];
  readonly read: (event: string, viewer: Viewer) => Promise<string>;
}

const graph = (secrets: readonly Secret[], audience: readonly Viewer[], query: (event: string) => string): Reading => ({
  ...{ secrets, audience },
  read: (event, viewer) => read('/graphql', viewer, { query: `{ ${query(event)} }` }),
});
const feed = (secrets: readonly Secret[], path: string): Reading => ({
  ...{ secrets, audience: viewers },
  read: (event, viewer) => read(`/feeds/events/${event}${path}`, viewer),
});

const LOGGED = ['title', 'room', 'deleted'] as const;
const readings: Readonly<Record<string, Reading>> = {
  'changes of the event': graph(
    ...([LOGGED, viewers] as const),
    (event) => `changes(eventId: ${event}) ${CHANGE} event(id: ${event}) { cancelledTalks { nodes { title } } }`,
  ),
  'changes of all events': { secrets: LOGGED, audience: viewers, read: (_, viewer) => changesOfAll(viewer) },
  'feed of the event': feed(LOGGED, '/changes.json'),
  calendar: feed(['deleted'], '.ics'),
  'versions and deliveries': graph(
    ...([['version', 'delivery'], hosts] as const),
    (event) => `event(id: ${event}) { talkComments { nodes { versions { text } } }
      webhooks { deliveries { nodes { messageId } } } }`,
  ),
};

describe('What is recorded', () => {
  it.each(changesOfState)('of an event that was $then is for the narrower audience once it is $now', async (change) => {
    const { then, now } = change;
    const event = histories.get(then)?.get(now) ?? '';
    const isPublic = then === 'approved' && now === 'approved';
    const rows = Object.entries(readings).flatMap(([name, reading]) =>
      viewers.map((viewer) => ({ name, viewer, ...reading })),
    );
    const seen = await Promise.all(
      rows.map(async ({ name, viewer, secrets, read: readBy }) => {
        const text = await readBy(event, viewer);
        return [name, viewer, secrets.filter((secret) => text.includes(secretsOf(event)[secret]))];
      }),
    );
    const mayRead = (viewer: Viewer, audience: readonly Viewer[]) => (isPublic ? audience : hosts).includes(viewer);
    expect(seen).toEqual(
      rows.map(({ name, viewer, secrets, audience }) => [name, viewer, mayRead(viewer, audience) ? secrets : []]),
    );
  });

  it('before the approval is not in a subscription that resumes after it, and the approval is', async () => {
    const event = await eventWithHistory('pending');
    await mutate('approveEvent', { eventId: event }, 'admin');
    await settled(service.database.pool);
    const following = follow(service, MESSAGE, { variables: { event, after: start } });
    const [message] = await following.until(1);
    following.stop();
    expect(message?.data.eventChanged.changes).toEqual([{ kind: 'EVENT_APPROVED', recordId: event, before: null }]);
  });

  it('during a withdrawal stays for the hosts, and the withdrawal is announced to all who saw the event', async () => {
    const before = await end();
    const event = await eventWithHistory('approved');
    await mutate('withdrawEvent', { eventId: event }, 'admin');
    await mutate('updateEvent', { eventId: event, location: 'Elsewhere' }, 'host');
    await mutate('approveEvent', { eventId: event }, 'admin');
    await settled(service.database.pool);
    const query = `{ changes(after: "${before}") { nodes { kind } } }`;
    const { changes } = await askData(service, query, { isSentOnce: true });
    expect(changes.nodes.map(({ kind }: { kind: string }) => kind)).toEqual([
      ...['TALK_MOVED', 'TALK_DELETED', 'EVENT_WITHDRAWN', 'EVENT_APPROVED'],
    ]);
  });
});
