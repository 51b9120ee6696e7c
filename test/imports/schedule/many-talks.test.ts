import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mergeSchedule } from '../../../src/transfer/schedule/merge-schedule.js';
import { parseSchedule } from '../../../src/transfer/schedule/parse-schedule.js';
import { readSchedule, type Query } from '../../../src/transfer/schedule/read-schedule.js';
import { eventWriter } from '../../../src/transfer/schedule/write-rows.js';
import { writeSchedule } from '../../../src/transfer/schedule/write-schedule.js';
import * as make from '../../support/factories.js';
import { startService, type TestService } from '../../support/service.js';
import { processCpuMs } from '../../support/cpu-time.js';
import { countsOf, createHosting, uploadSchedule } from './upload.js';

let service: TestService;
let [hostId, host] = ['', ''];
let event: string;
beforeAll(async () => {
  service = await startService();
  ({ event, host, hostId } = await createHosting(service));
});
afterAll(() => service.stop());

const run = (file: string) => uploadSchedule(service, host, { eventId: event, dryRun: false }, file);
/** Talks with two speakers and a track each. */
function csv(count: number, title: string, speaker = 'Ada'): string {
  const rows = Array.from({ length: count }, (_, index) =>
    [
      index,
      `${title} ${index}`,
      '2026-06-01 10:00',
      30,
      `${speaker} ${index}|Grace`,
      `Track ${index % 20}`,
      `Room ${index % 9}`,
    ].join(','),
  );
  return ['id,title,start,minutes,speakers,track,room', ...rows].join('\n');
}

describe('A large schedule', () => {
  it('of 1 000 talks is imported in at most 3 s of CPU time', async () => {
    await run(csv(1, 'Warm'));
    const cpu = await processCpuMs(async () => {
      expect(countsOf(await run(csv(1_000, 'Talk')))).toEqual([[999, 1, 0, 0, 0, 0], []]);
    });
    expect(cpu).toBeLessThan(3_000);
  });

  it('takes a number of statements that does not depend on the number of talks', async () => {
    const statementsOf = async (file: string) => {
      const client = await service.database.pool.connect();
      let count = 0;
      const query: Query = async <Row>(text: string, values?: unknown[]) => {
        count += 1;
        return (await client.query(text, values)).rows as Row[];
      };
      try {
        const stored = await readSchedule(query, event, 'csv');
        const merged = mergeSchedule(
          parseSchedule(Buffer.from(file), null, { zone: 'Europe/Amsterdam' }),
          stored,
          false,
        );
        await writeSchedule(eventWriter(query, event), { source: 'csv', stored }, merged);
        return [count, merged.added.length, merged.changed.length];
      } finally {
        client.release();
      }
    };
    expect(await statementsOf(csv(1_001, 'Few', 'Bob'))).toEqual([15, 1, 1_000]);
    expect(await statementsOf(csv(2_001, 'Many', 'Eve'))).toEqual([15, 1_000, 1_001]);
  });

  it('imported twice at the same time is added once', async () => {
    event = await make.createEvent(service.database.pool);
    await make.createHost(service.database.pool, event, hostId);
    const answers = await Promise.all([run(csv(300, 'Talk')), run(csv(300, 'Talk'))]);
    expect(answers.map((answer) => countsOf(answer)).sort()).toEqual([
      [[0, 0, 0, 0, 0, 300], []],
      [[300, 0, 0, 0, 0, 0], []],
    ]);
    const [other, last] = await Promise.all([run(csv(300, 'Talk', 'Eve')), run(csv(300, 'New'))]);
    expect([other, last].map((answer) => countsOf(answer))).toEqual(Array(2).fill([[0, 300, 0, 0, 0, 0], []]));
    const { rows } = await service.database.pool.query('select count(*)::int as count from talks where event_id = $1', [
      event,
    ]);
    expect(rows).toEqual([{ count: 300 }]);
  });

  it('waits for another import of the event', async () => {
    const { pool } = service.database;
    const other = await pool.connect();
    await other.query('begin');
    await other.query('select id from events where id = $1 for no key update', [event]);
    // Titles do not change counters of the event, so that nothing but the import locks it.
    let hasEnded = false;
    const waiting = run(csv(300, 'Newer')).finally(() => (hasEnded = true));
    while (!hasEnded) {
      const { rowCount } = await pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      if (rowCount === 1) break;
      await pause(10);
    }
    const { rows } = await pool.query("select from talks where event_id = $1 and title like 'Newer%'", [event]);
    await other.query('commit');
    other.release();
    expect([hasEnded, rows]).toEqual([false, []]);
    expect(countsOf(await waiting)).toEqual([[0, 300, 0, 0, 0, 0], []]);
  });
});
