import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { loadShowcase, saveInFolder } from '../../src/demo/index.js';
import { createReport, createToken } from '../support/factories.js';
import { KEY, startService, type TestService } from '../support/service.js';
import { createClient } from '../support/sign-in.js';

/** A Lectern with conferences around today, and the token of a host. */
export interface World {
  readonly service: TestService;
  readonly token: string;
}

export async function startWorld(): Promise<World> {
  const service = await startService();
  const { pool } = service.database;
  const imagesDirectory = await mkdtemp(join(tmpdir(), 'lectern-compat-'));
  const client = await pool.connect();
  try {
    const options = { now: new Date(), saveImages: saveInFolder(imagesDirectory), secretKey: KEY };
    await loadShowcase(client, { ...options, password: (username) => `${username}-password` });
  } finally {
    client.release();
    await rm(imagesDirectory, { recursive: true });
  }
  const user = await idOf(pool, "select id from users where username = 'host'");
  // The conferences only have reports of talk comments.
  const { rows } = await pool.query<{ id: string; event_id: string }>(
    `update event_comments set is_hidden = true where id = (
       select c.id from event_comments c join event_hosts h using (event_id) join events e on e.id = c.event_id
       where h.user_id = $1 and e.status = 'APPROVED' order by c.event_id desc, c.id limit 1
     ) returning id, event_id`,
    [user],
  );
  const [reported] = rows;
  if (!reported) throw new Error('The host has no event with a comment');
  await createReport(pool, reported.event_id, { event_comment_id: reported.id, reporter_id: user });
  const { id } = await createClient(pool, { user_id: user, is_first_party: true, may_use_password_grant: true });
  return { service, token: await createToken(pool, user, { application_id: id }) };
}

async function idOf(pool: pg.Pool, statement: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(statement);
  return String(rows[0]?.id);
}
