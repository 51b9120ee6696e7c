import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, recordsOf } from '../rest/ask.js';

let service: TestService;
/** Noon of a day in the past, in seconds. */
const NOON = Date.UTC(2020, 5, 10, 12) / 1000;
const HOUR = 3_600;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const at = (seconds: number) => service.clock.compare(() => Promise.resolve(seconds));
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
const names = async (filter: string) =>
  recordsOf(await ask(service, `/v2.1/events?filter=${filter}&resultsperpage=0`), 'events').map(({ name }) => name);

describe('a response that depends on the time', () => {
  it('moves an event from the upcoming to the past ones at its end', async () => {
    await at(NOON);
    await make.createEvent(service.database.pool, { name: 'Short', starts_at: iso(NOON), ends_at: iso(NOON + HOUR) });
    expect([await names('upcoming'), await names('past')]).toEqual([['Short'], []]);
    await at(NOON + HOUR - 5);
    expect([await names('upcoming'), await names('past')]).toEqual([['Short'], []]);
    await at(NOON + HOUR + 1);
    expect([await names('upcoming'), await names('past')]).toEqual([[], ['Short']]);
  });

  it('opens a call for papers on time, and closes it after its last day in Amsterdam', async () => {
    await at(NOON);
    const times = { starts_at: iso(NOON + 90 * HOUR), ends_at: iso(NOON + 91 * HOUR) };
    const call = { cfp_starts_at: iso(NOON + HOUR), cfp_ends_at: iso(NOON + 5 * HOUR) };
    await make.createEvent(service.database.pool, { name: 'Call', ...times, ...call });
    expect(await names('cfp')).toEqual([]);
    await at(NOON + HOUR + 1);
    expect(await names('cfp')).toEqual(['Call']);
    await at(NOON + 10 * HOUR - 1);
    expect(await names('cfp')).toEqual(['Call']);
    await at(NOON + 10 * HOUR + 1);
    expect(await names('cfp')).toEqual([]);
  });

  it('opens and closes the comments of an event at midnight', async () => {
    const start = NOON + 10 * 24 * HOUR;
    const event = await make.createEvent(service.database.pool, { starts_at: iso(start), ends_at: iso(start + HOUR) });
    const enabled = async () => {
      const [record] = recordsOf(await ask(service, `/v2.1/events/${event}?verbose=yes`), 'events');
      return record?.['comments_enabled'];
    };
    const midnight = start - 12 * HOUR;
    const moments = [midnight - 1, midnight + 1, start, midnight + 91 * 24 * HOUR - 1, midnight + 92 * 24 * HOUR];
    const seen = [];
    for (const moment of moments) {
      await at(moment);
      seen.push(await enabled());
    }
    expect(seen).toEqual([0, 1, 1, 1, 0]);
  });
});
