import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { isTimeZone } from '../../src/core/date/zone-name.js';
import { isoInZone } from '../../src/core/date/zoned.js';
import { renameZones } from '../../src/database/migrations/20261212-zone-names.js';
import { createEvent } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => (service = await startService()));
afterAll(() => service.stop());

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const isKnownToIcu = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
};
/** The names that 1.0.0 accepted and stored, though IANA does not have them. */
const stored = letters
  .flatMap((a) => letters.flatMap((b) => letters.map((c) => `${a}${b.toLowerCase()}${c.toLowerCase()}`)))
  .concat(['SystemV/EST5EDT', 'SystemV/YST9', 'US/Pacific-New', 'Canada/East-Saskatchewan'])
  .filter((name) => isKnownToIcu(name) && !isTimeZone(name));

it('the migration names zones by IANA, and changes no local time', async () => {
  const { pool } = service.database;
  expect(stored.length).toBeGreaterThan(25);
  const days = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)].map((time) => time / 1000);
  const before = new Map<string, string[]>();
  for (const time_zone of [...stored, 'Europe/London', 'CET']) {
    before.set(
      await createEvent(pool, { time_zone }),
      days.map((day) => isoInZone(day, time_zone)),
    );
  }
  await pool.query(renameZones);
  const { rows } = await pool.query<{ id: string; zone: string }>('select id, time_zone as zone from events');
  expect(rows.filter(({ zone }) => !isTimeZone(zone))).toEqual([]);
  const after = new Map(rows.map(({ id, zone }) => [id, days.map((day) => isoInZone(day, zone))]));
  for (const [id, times] of before) expect(after.get(id)).toEqual(times);
});
