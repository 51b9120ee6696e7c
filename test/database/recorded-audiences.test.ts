import { expect, it } from '@jest/globals';
import { migrate } from '../../src/database/migrate.js';
import { freshDatabase } from '../support/database.js';
import * as make from '../support/factories.js';

it('the migration keeps for hosts what was recorded before approvals, and of events that are not public', async () => {
  const fresh = await freshDatabase();
  const { address, pool } = fresh;
  const log = (event: string, kind: string) =>
    pool.query('insert into event_log (event_id, kind, record_id) values ($1, $2, $1)', [event, kind]);
  try {
    await pool.query(`
      drop trigger narrow_audience on event_log;
      drop function narrow_audience;
      alter table deleted_talks drop column was_public;
      delete from schema_migrations where name = '20261219-audience-of-changes'`);
    const [shown, approved, pending, withdrawn, again] = [
      await make.createEvent(pool),
      await make.createEvent(pool),
      await make.createEvent(pool, { status: 'PENDING' }),
      await make.createEvent(pool, { status: 'REJECTED', withdrawn_at: new Date() }),
      await make.createEvent(pool),
    ];
    await log(shown, 'talk.moved');
    for (const kind of ['talk.moved', 'event.approved', 'talk.deleted']) await log(approved, kind);
    await log(pending, 'talk.moved');
    for (const kind of ['talk.moved', 'event.withdrawn', 'talk.deleted']) await log(withdrawn, kind);
    for (const kind of ['talk.moved', 'event.withdrawn', 'talk.deleted', 'event.approved', 'talk.created']) {
      await log(again, kind);
    }
    await migrate(address);
    const { rows } = await pool.query<{ event: string; kinds: string[] }>(
      `select event_id as event, array_agg(kind order by epoch, transaction_id, id) filter (where audience = 'everybody')
        as kinds from event_log group by event_id order by event_id`,
    );
    expect(rows).toEqual([
      { event: shown, kinds: ['talk.moved'] },
      { event: approved, kinds: ['event.approved', 'talk.deleted'] },
      { event: pending, kinds: null },
      { event: withdrawn, kinds: ['talk.moved', 'event.withdrawn'] },
      { event: again, kinds: ['talk.moved', 'event.withdrawn', 'event.approved', 'talk.created'] },
    ]);
  } finally {
    await fresh.drop();
  }
});
