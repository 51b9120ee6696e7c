import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ZONE_RULES } from '../../src/core/date/local-time.js';
import { cleanUp } from '../support/clean-up.js';
import { cleanDoctor } from '../support/doctor-output.js';
import { createEvent, createTalk } from '../support/factories.js';
import { commandLine, type CommandLine } from './command.js';

const YEAR = new Date().getUTCFullYear() + 1;
const MOVED = 'Europe/Amsterdam: 1 events, 1 talks';

let line: CommandLine;
beforeAll(async () => {
  line = await commandLine();
  const { pool } = line.database;
  const day = { starts_at: `${YEAR}-01-15T09:00:00+01:00`, ends_at: `${YEAR}-01-15T18:00:00+01:00` };
  const event = await createEvent(pool, day);
  await createTalk(pool, event, { starts_at: day.starts_at });
  // By older rules, the clock was an hour ahead: the same local times were other instants.
  await pool.query(
    `update events set starts_at = starts_at - interval '1 hour', starts_local = '${YEAR}-01-15 09:00',
      ends_at = ends_at - interval '1 hour', ends_local = '${YEAR}-01-15 18:00', zone_rules = '2001a'`,
  );
  await pool.query(
    `update talks set starts_at = starts_at - interval '1 hour', starts_local = '${YEAR}-01-15 09:00', zone_rules = '2001a'`,
  );
});
afterAll(cleanUp);

const instants = async () => {
  const { rows } = await line.database.pool.query<{ at: string }>(
    `select to_char(starts_at at time zone 'UTC', 'HH24:MI') as at from events
      union all select to_char(starts_at at time zone 'UTC', 'HH24:MI') from talks`,
  );
  return rows.map(({ at }) => at);
};

describe('Times that do not follow from their local times', () => {
  it('are found by doctor', async () => {
    const { code, output } = await line.lectern('doctor');
    expect([code, output]).toEqual([1, expect.stringContaining(`Not at their local times: ${MOVED}. `)]);
    const { output: json } = await line.lectern('doctor', '--json');
    expect(JSON.parse(json)).toEqual([{ timeZone: 'Europe/Amsterdam', events: 1, talks: 1 }]);
  });

  it('are named by a dry run, and stay', async () => {
    const { code, output } = await line.lectern('time-zones', '--dry-run');
    expect([code, output.split('\n').slice(1)]).toEqual([0, [`Would move: ${MOVED}.`, '']]);
    expect(await instants()).toEqual(['07:00', '07:00']);
  });

  it('are moved by the command, once', async () => {
    expect((await line.lectern('time-zones')).output).toContain(`\nMoved: ${MOVED}.\n`);
    expect(await instants()).toEqual(['08:00', '08:00']);
    expect((await line.lectern('time-zones')).output).toContain(
      '\nEvery future event and talk is at its local time.\n',
    );
    expect(await line.lectern('doctor')).toMatchObject({ code: 0, output: cleanDoctor() });
  });
});

it('times of newer rules are named and stay', async () => {
  await line.database.pool.query("update events set zone_rules = '2099z'");
  const newer = '\nTimes in the database follow newer rules (2099z), and stay. ';
  for (const command of ['doctor', 'time-zones']) {
    const { code, output } = await line.lectern(command);
    expect([code, output]).toEqual([0, expect.stringContaining(newer)]);
    expect(output).toContain(`Time zone rules: ${ZONE_RULES}; the newest known to this release: `);
  }
  expect(await instants()).toEqual(['08:00', '08:00']);
});
