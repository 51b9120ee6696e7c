import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startService, type TestService } from '../support/service.js';
import type { Answer } from './ask.js';
import { hostile } from './hostile-documents.js';

/**
 * The goal is 20 ms on an idle machine. Other load may multiply the event-loop delay, so CPU time of this thread, which
 * includes the client, is measured instead.
 */
const LONGEST_DELAY_MS = 2_000;
const LONGEST_CPU_MS = 400;

let open: TestService;
let production: TestService;
beforeAll(async () => {
  open = await startService();
  production = await startService({
    NODE_ENV: 'production',
    BASE_URL: 'https://api.example.org',
    SECRET_KEY: 'k'.repeat(32),
    WORKERS: '1',
  });
});
afterAll(async () => {
  await open.stop();
  await production.stop();
});

interface Sent {
  readonly status: number;
  readonly text: string;
  /** The time during which nothing else could be processed. */
  readonly delayMs: number;
  readonly cpuMs: number;
}

/** // The last response; the minimum of the times. */
async function sent(body: string, service = open): Promise<Sent> {
  const [first, second, third] = [
    await sentOnce(service, body),
    await sentOnce(service, body),
    await sentOnce(service, body),
  ];
  const least = (time: 'delayMs' | 'cpuMs') => Math.min(first[time], second[time], third[time]);
  return { ...third, delayMs: least('delayMs'), cpuMs: least('cpuMs') };
}

async function sentOnce({ base }: TestService, body: string): Promise<Sent> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const before = process.threadCpuUsage();
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${base}/graphql`, { method: 'POST', headers, body });
  const text = await response.text();
  const { user, system } = process.threadCpuUsage(before);
  delay.disable();
  return { status: response.status, text, delayMs: delay.max / 1e6, cpuMs: (user + system) / 1e3 };
}

function expectQuick({ delayMs, cpuMs }: Sent): void {
  expect(delayMs).toBeLessThan(LONGEST_DELAY_MS);
  expect(cpuMs).toBeLessThan(LONGEST_CPU_MS);
}

const refusalOf = ({ status, text }: { status: number; text: string }) => {
  const { errors = [] } = JSON.parse(text) as Partial<Answer>;
  const { code, problems } = errors[0]?.extensions ?? {};
  return [status, code, problems?.[0]?.reason];
};

describe('a hostile request is rejected quickly, without internals in the error', () => {
  it.each(hostile)('%s', async (_, body, refusal) => {
    const answer = await sent(body());
    expect(refusalOf(answer)).toEqual(refusal);
    expect(answer.text).not.toMatch(/node_modules|\bat .*:\d+:\d+|\bselect\b.*\bfrom\b|RangeError|call stack/i);
    expect(answer.text.length).toBeLessThan(100_000);
    expectQuick(answer);
  });

  it('or accepted if it is harmless: thousands of unused variables', async () => {
    const variables = Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`v${n}`, n]));
    const answer = await sent(JSON.stringify({ query: '{ __typename }', variables }));
    expect([answer.status, JSON.parse(answer.text).data]).toEqual([200, { __typename: 'Query' }]);
    expectQuick(answer);
  });

  it.each([7, 'x', { toString: 1, valueOf: 1 }, null, [[]]])('an invalid hash: %j', async (sha256Hash) => {
    const answer = await sent(JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash } } }));
    expect(refusalOf(answer)).toEqual([200, 'PERSISTED_QUERY_NOT_FOUND', 'DOCUMENT_UNKNOWN']);
  });
});

describe('in production', () => {
  const query = (text: string, variables?: object) => JSON.stringify({ query: text, variables });

  it.each([
    ['a field', query('{ evnts { offset } }'), 'Cannot query field "evnts" on type "Query".'],
    ['a type', query('query ($f: EventFiltr) { __typename }'), 'Unknown type "EventFiltr".'],
    ['an argument', query('{ events(frst: 1) { offset } }'), 'Unknown argument "frst" on field "Query.events".'],
    [
      'a literal',
      query('{ events(filter: UPCOMIN) { offset } }'),
      'Value "UPCOMIN" does not exist in "EventFilter" enum.',
    ],
    [
      'a member of an input',
      query('mutation ($i: StarTalkInput!) { starTalk(input: $i) { talk { id } } }', { i: { talkId: 1, talkIds: 2 } }),
      'Variable "$i" has an invalid value: Field "talkIds" is not defined by type "StarTalkInput".',
    ],
  ])('errors do not suggest names for a misspelt %s', async (_, body, message) => {
    const messages = async (service: TestService) =>
      ((JSON.parse((await sent(body, service)).text) as Answer).errors ?? []).map((error) => error.message);
    expect((await messages(production))[0]).toEqual(message);
    expect((await messages(open))[0]).toMatch(/Did you mean/);
  });

  it('suggestions for a text cost no time', async () => {
    const text = `{ events(first: "${'Did you mean '.repeat(7_500)}") { offset } }`;
    const answer = await sent(query(text), production);
    expect(refusalOf(answer)).toEqual([400, 'INVALID', 'DOCUMENT_INVALID']);
    expectQuick(answer);
  });
});
