import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { askData } from '../graphql/ask.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, recordsOf } from './ask.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  const times = { starts_at: '2030-09-01T09:00:00Z', ends_at: '2030-09-02T09:00:00Z' };
  for (const [name, time_zone, cfp_ends_at] of calls)
    await make.createEvent(pool, { name, time_zone, cfp_ends_at, ...times });
});
afterAll(() => service.stop());

/** Name, zone and end of each call; each closes at the following midnight in its zone. */
const calls = [
  ['Auckland', 'Pacific/Auckland', '2030-07-15T00:00:00+12:00'],
  ['Berlin', 'Europe/Berlin', '2030-07-15T18:00:00+02:00'],
  ['UTC', 'UTC', '2030-07-15T23:59:59Z'],
  ['Unknown', 'Atlantis/Capital', '2030-07-15T00:00:00Z'],
  ['Honolulu', 'Pacific/Honolulu', '2030-07-15T00:00:00-10:00'],
] as const;
const names = calls.map(([name]) => name);

async function open(moment: string): Promise<unknown[]> {
  await service.clock.compare(() => Promise.resolve(Date.parse(moment) / 1000));
  const listed = recordsOf(await ask(service, '/v2.1/events?filter=cfp'), 'events').map(({ name }) => name);
  const { events } = await askData(service, '{ events(filter: OPEN_CFP) { totalCount nodes { name } } }');
  expect(events.nodes.map(({ name }: { name: string }) => name)).toEqual(listed);
  expect(events.totalCount).toBe(listed.length);
  return listed.sort();
}
const without = (...closed: string[]) => names.filter((name) => !closed.includes(name)).sort();

/** The cached list of v2.1 is read just before and just after each instant, without a write in between. */
it('a call for papers closes at midnight in the zone of its event, also in cached responses', async () => {
  expect(await open('2030-07-15T11:59:57Z')).toEqual(without());
  expect(await open('2030-07-15T12:00:01Z')).toEqual(without('Auckland'));
  expect(await open('2030-07-15T21:59:57Z')).toEqual(without('Auckland'));
  expect(await open('2030-07-15T22:00:01Z')).toEqual(without('Auckland', 'Berlin'));
  expect(await open('2030-07-15T23:59:57Z')).toEqual(without('Auckland', 'Berlin'));
  expect(await open('2030-07-16T00:00:01Z')).toEqual(['Honolulu']);
  expect(await open('2030-07-16T09:59:57Z')).toEqual(['Honolulu']);
  expect(await open('2030-07-16T10:00:01Z')).toEqual([]);
});
