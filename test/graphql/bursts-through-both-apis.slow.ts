import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask as askRest } from '../rest/ask.js';
import { expectTrueCounters, times } from '../rest/at-once.js';
import { ask } from './ask.js';

let service: TestService;
let token: string;
let named: Readonly<Record<'event' | 'talk', string>>;
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  token = await make.createToken(pool, await make.createUser(pool));
  const event = await make.createEvent(pool);
  named = { event, talk: await make.createTalk(pool, event) };
});
afterAll(() => service.stop());

/** A status of v2.1, or a GraphQL error code; 201 is success in both. */
type Outcome = number | string;

const ada = { username: 'ada', email: 'ada@example.org', password: 'difference engine' };
const said = { text: 'Said but once', rating: 4 };

/** The same write in REST and GraphQL, and the resulting rows. */
const writes = {
  commentOnTalk: {
    input: () => ({ talkId: named.talk, ...said }),
    rest: () => [`/talks/${named.talk}/comments`, { comment: said.text, rating: 4 }] as const,
    left: 'select from talk_comments',
    others: [400, 'DUPLICATE'],
  },
  commentOnEvent: {
    input: () => ({ eventId: named.event, ...said }),
    rest: () => [`/events/${named.event}/comments`, { comment: said.text, rating: 4 }] as const,
    left: 'select from event_comments',
    others: [400, 'DUPLICATE'],
  },
  starTalk: {
    input: () => ({ talkId: named.talk }),
    rest: () => [`/talks/${named.talk}/starred`, {}] as const,
    left: 'select from talk_stars',
    others: [],
  },
  attendEvent: {
    input: () => ({ eventId: named.event }),
    rest: () => [`/events/${named.event}/attending`, {}] as const,
    left: 'select from event_attendees',
    others: [],
  },
  register: {
    input: () => ({ ...ada, fullName: 'Ada Lovelace' }),
    rest: () => ['/users', { ...ada, full_name: 'Ada Lovelace' }] as const,
    left: `select from users where username = 'ada'`,
    others: [400, 429, 'INVALID', 'RATE_LIMITED'],
  },
};

describe('200 identical concurrent writes, alternating between REST and GraphQL', () => {
  it.each(Object.keys(writes) as (keyof typeof writes)[])('%s leave exactly one', async (name) => {
    const { input, rest, left, others } = writes[name];
    const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input!`;
    const query = `mutation($input: ${type}) { ${name}(input: $input) { __typename } }`;
    const [path, body] = rest();
    const viaGraph = async (): Promise<Outcome> =>
      (await ask(service, query, { token, variables: { input: input() } })).errors[0]?.extensions.code ?? 201;
    const viaRest = async (): Promise<Outcome> =>
      (await askRest(service, `/v2.1${path}`, { method: 'POST', token, body })).status;
    const outcomes = await Promise.all(times(200, (index) => (index % 2 === 0 ? viaGraph() : viaRest())));

    // Stars and attendance are idempotent; of the other writes one succeeds, and both APIs reject the rest.
    const refused = outcomes.filter((outcome) => outcome !== 201);
    expect(refused).toHaveLength(others.length === 0 ? 0 : 199);
    // Which of them reject a registration depends on the order: after a few duplicates, the limit of attempts.
    expect(refused.filter((outcome) => !(others as readonly Outcome[]).includes(outcome))).toEqual([]);
    expect((await service.database.pool.query(left)).rowCount).toBe(1);
    await expectTrueCounters(service);
  });
});
