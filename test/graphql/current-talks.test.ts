import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRun } from '../../src/core/transaction/run.js';
import { currentTalksOfEvents, MAX_CURRENT_TALKS } from '../../src/core/reads/current-talks.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { askData } from './ask.js';

let service: TestService;
let [event, empty, crowded] = ['', '', ''];
/** IDs of the talks by title. */
const ids: Record<string, string> = {};
/** Seconds since 1970. */
const NINE = Date.UTC(2026, 5, 1, 9) / 1000;
const MINUTE = 60;

/** Start and duration in minutes from 9:00 UTC. */
const talks: readonly (readonly [string, number, number])[] = [
  ['workshop', 0, 240],
  ['opening', 0, 30],
  ['left', 30, 60],
  ['right', 30, 45],
  ['party', 90, 0],
  ['closing', 240, 30],
];

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  [event, empty, crowded] = [await make.createEvent(pool), await make.createEvent(pool), await make.createEvent(pool)];
  for (const [title, start, duration_minutes] of talks) {
    const starts_at = new Date((NINE + start * MINUTE) * 1000);
    ids[title] = await make.createTalk(pool, event, { title, starts_at, duration_minutes });
  }
  for (let n = 0; n < MAX_CURRENT_TALKS + 5; n += 1) {
    const starts_at = new Date((NINE + 600 * MINUTE) * 1000);
    await make.createTalk(pool, crowded, { starts_at, duration_minutes: 10 });
  }
});
afterAll(() => service.stop());

/** What the statement returns at exactly this time, in minutes from 9:00. */
async function at(minutes: number) {
  const run = createRun(service.database.pool, { prepared: true });
  const scope = { run, viewer: null, visibility: 'public', now: NINE + minutes * MINUTE, imageUrl: String } as const;
  const [current] = await currentTalksOfEvents(scope, [event]);
  const titles = (records: readonly { title: string }[] = []) => records.map(({ title }) => title);
  const until = ((current?.until ?? 0) - NINE) / MINUTE;
  return { now: titles(current?.now), next: titles(current?.next), until };
}

describe('the current talks of an event', () => {
  const SECOND = 1 / 60;
  it.each<[string, number, string[], string[], number]>([
    ['a day before', -1440, [], ['workshop', 'opening'], 0],
    ['a second before the first start', -SECOND, [], ['workshop', 'opening'], 0],
    ['at the first start', 0, ['workshop', 'opening'], ['left', 'right'], 30],
    ['a second before an end', 30 - SECOND, ['workshop', 'opening'], ['left', 'right'], 30],
    ['at an end, which is a start', 30, ['workshop', 'left', 'right'], ['party'], 75],
    ['at an end', 75, ['workshop', 'left'], ['party'], 90],
    ['at the start of a talk of unknown duration', 90, ['workshop'], ['closing'], 240],
    ['at the last start', 240, ['closing'], [], 270],
    ['at the last end', 270, [], [], Infinity],
  ])('%s', async (_, minutes, now, next, until) => {
    expect(await at(minutes)).toEqual({ now, next, until });
  });
});

describe('Event.now and Event.next', () => {
  const atClock = (minutes: number) => service.clock.compare(() => Promise.resolve(NINE + minutes * MINUTE));
  const current = '{ now { title startDate scheduledEnd speakers { name } } next { title event { id } } }';

  it('show the talks at the time of the request', async () => {
    await atClock(30);
    const data = await askData(service, `{ event(id: ${event}) ${current} none: event(id: ${empty}) ${current} }`);
    const half = '2026-06-01T11:30:00+02:00';
    expect(data).toEqual({
      event: {
        now: [
          ...[{ title: 'workshop', startDate: '2026-06-01T11:00:00+02:00', end: '2026-06-01T15:00:00+02:00' }],
          { title: 'left', startDate: half, end: '2026-06-01T12:30:00+02:00' },
          { title: 'right', startDate: half, end: '2026-06-01T12:15:00+02:00' },
        ].map(({ title, startDate, end }) => ({ title, startDate, scheduledEnd: end, speakers: [] })),
        next: [{ title: 'party', event: { id: event } }],
      },
      none: { now: [], next: [] },
    });
  });

  it('are bounded, and cost their bound', async () => {
    await atClock(599);
    const counts = async () => {
      const data = await askData(service, `{ event(id: ${crowded}) { now { id } next { id } } }`);
      return [data.event.now.length, data.event.next.length];
    };
    expect(await counts()).toEqual([0, MAX_CURRENT_TALKS]);
    await atClock(600);
    expect(await counts()).toEqual([MAX_CURRENT_TALKS, 0]);
    const response = await fetch(`${service.base}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: `{ event(id: ${crowded}) { now { id } } }` }),
    });
    const { extensions } = (await response.json()) as { extensions: { cost: { rows: number } } };
    expect(extensions.cost.rows).toBe(1 + MAX_CURRENT_TALKS);
  });

  it('take one statement for any number of events, together with the events', async () => {
    await atClock(30);
    service.takeStatements();
    await askData(service, `{ event(id: ${event}) { now { id } next { id } } }`, { isSentOnce: true });
    const one = service.takeStatements();
    const data = await askData(service, '{ events { nodes { now { id } next { id } } } }', { isSentOnce: true });
    expect([one.length, service.takeStatements().length, data.events.nodes.length]).toEqual([2, 2, 3]);
  });
});
