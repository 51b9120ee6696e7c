import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../support/process.js';
import { startService, type TestService } from '../support/service.js';
import { post } from './accounts.js';
import { Member, NEW_EMAIL } from './email-change.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

it('a reset link that is requested while an e-mail change commits goes to the new address', async () => {
  const { pool } = service.database;
  const { id, username } = await Member.create(service);
  const change = await pool.connect();
  await change.query('begin');
  await change.query('select from users where id = $1 for update', [id]);
  await change.query('update users set email = $2 where id = $1', [id, NEW_EMAIL]);
  const reminder = post(service, '/emails/reminders/password', { username });
  await eventually(async () => {
    const { rows } = await pool.query(
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    return rows.length > 0;
  });
  await change.query('commit');
  change.release();
  await reminder;
  expect((await service.takeMail()).map(({ kind, to }) => [kind, to])).toEqual([['password_reset', NEW_EMAIL]]);
});
