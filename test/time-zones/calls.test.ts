import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import { askData } from '../graphql/ask.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  token = await make.createToken(pool, await make.createUser(pool, { is_admin: true }));
});
afterAll(() => service.stop());

/** Zones that PostgreSQL reads as fixed offsets, and those whose rules depend on the version of the zone data. */
const zones = [
  ...['CET', 'EET', 'WET', 'MET', 'America/Edmonton', 'America/Vancouver', 'America/Winnipeg', 'America/Inuvik'],
  ...['Africa/Casablanca', 'Africa/El_Aaiun', 'Africa/Cairo', 'Australia/Lord_Howe', 'UTC'],
];
const SUBMIT = 'mutation ($input: SubmitEventInput!) { submitEvent(input: $input) { event { slug } } }';

/** Whether the list of open calls, and the page of the event, have the call at a time. */
async function isOpen(slug: string, seconds: number): Promise<boolean[]> {
  await service.clock.compare(() => Promise.resolve(seconds));
  const { events } = await askData(service, '{ events(filter: OPEN_CFP, first: 100) { nodes { slug } } }');
  const page = await (await fetch(`${service.base}/event/${slug}`)).text();
  const slugs = events.nodes.map((node: { slug: string }) => node.slug) as string[];
  return [slugs.includes(slug), page.includes('<h2>Call for papers</h2>')];
}

it.each(zones)('a call for papers in %s closes at local midnight, in lists and on the page', async (timeZone) => {
  for (const day of ['2030-01-15', '2030-07-15']) {
    const times = { startDate: '2030-09-01 09:00', endDate: '2030-09-02 18:00', cfpEndDate: day };
    const input = { name: `Call ${timeZone} ${day}`, description: 'd', location: 'l', timeZone, ...times };
    await service.clock.compare(() => Promise.resolve(Date.parse('2029-01-01T00:00:00Z') / 1000));
    const { submitEvent } = await askData(service, SUBMIT, { variables: { input }, token });
    const { slug } = submitEvent.event as { slug: string };
    const midnight = DateTime.fromISO(day, { zone: timeZone }).plus({ days: 1 }).toSeconds();
    expect([day, await isOpen(slug, midnight - 2), await isOpen(slug, midnight + 2)]).toEqual([
      ...[day, [true, true]],
      [false, false],
    ]);
  }
});
