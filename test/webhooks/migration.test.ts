import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { closeOrm, createOrm, pgConfig } from '../../src/database/orm.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { emptyDatabase } from '../support/database.js';
import * as make from '../support/factories.js';

const BEFORE = '20261215-reachable-slugs';

let pool: pg.Pool;
let migrate: () => Promise<void>;
beforeAll(async () => {
  const address = await emptyDatabase();
  pool = new pg.Pool({ ...pgConfig(address), max: 2 });
  atTheEnd(() => pool.end());
  await pool.query(
    'create extension if not exists pg_trgm schema public; create extension if not exists unaccent schema public',
  );
  const orm = createOrm(address, 1);
  atTheEnd(() => closeOrm(orm));
  await orm.migrator.up({ to: BEFORE });
  migrate = async () => void (await orm.migrator.up());
});
afterAll(cleanUp);

it('webhooks with a successful delivery count as verified, and no others', async () => {
  const user = await make.createUser(pool);
  const event = await make.createEvent(pool);
  const [delivered, failed, unused] = [
    await make.createWebhook(pool, event, user),
    await make.createWebhook(pool, event, user),
    await make.createWebhook(pool, event, user),
  ];
  await make.createDelivery(pool, delivered);
  await make.createDelivery(pool, failed);
  await pool.query('update webhook_deliveries set delivered_at = null, status = 500 where webhook_id = $1', [failed]);
  await migrate();
  const { rows } = await pool.query(
    `select id, verified_url = url as verified, verified_at is not null as "hasTime", pinged_url as pinged
      from webhooks order by id`,
  );
  expect(rows).toEqual([
    { id: delivered, verified: true, hasTime: true, pinged: 'https://hooks.example/' },
    { id: failed, verified: null, hasTime: false, pinged: null },
    { id: unused, verified: null, hasTime: false, pinged: null },
  ]);
});
