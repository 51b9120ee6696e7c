import { afterEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { OperatorError } from '../../src/config/operator-error.js';
import { migrations } from '../../src/database/migrations/index.generated.js';
import { migrate } from '../../src/database/migrate.js';
import { pgConfig, type DatabaseAddress } from '../../src/database/orm.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { emptyDatabase } from '../support/database.js';
import { applyBaseline } from './apply-baseline.js';
import { catalogOf, contentsOf } from './catalog.js';

afterEach(cleanUp);

const poolOf = (address: DatabaseAddress): pg.Pool => {
  const pool = new pg.Pool({ ...pgConfig(address), max: 1 });
  atTheEnd(() => pool.end());
  return pool;
};

/** As MikroORM creates it. */
const RECORDS = `create table schema_migrations (id serial primary key, name varchar(255) not null,
  executed_at timestamptz default current_timestamp)`;

/** The names that 1.0.0 has recorded, except for the last one. */
const EARLIER = ['20261120-initial', '20261121-changes', '20261208-event-log'];

it('a database before 1.0.0 is refused with the next step, and nothing in it changes', async () => {
  const address = await emptyDatabase();
  const pool = poolOf(address);
  await pool.query(RECORDS);
  await pool.query('insert into schema_migrations (name) select unnest($1::text[])', [EARLIER]);
  const state = async () => [
    await catalogOf(pool),
    await contentsOf(pool),
    (await pool.query('select nspname from pg_namespace order by 1')).rows,
  ];
  const before = await state();
  const refusal = migrate(address);
  await expect(refusal).rejects.toBeInstanceOf(OperatorError);
  await expect(refusal).rejects.toThrow(
    /^The database is of a version before 1\.0\.0: install Lectern 1\.0\.0, run `npm run lectern -- migrate` with it, then start this version again\.$/,
  );
  expect(await state()).toEqual(before);
});

it('a database of 1.0.0 continues after the baseline, whatever else it has recorded', async () => {
  const address = await emptyDatabase();
  await applyBaseline(address);
  await poolOf(address).query('insert into schema_migrations (name) select unnest($1::text[])', [EARLIER]);
  const [, ...next] = migrations.map(({ name }) => name);
  expect(await migrate(address)).toEqual(next);
  expect(await migrate(address)).toEqual([]);
});

it('a database whose first migration has failed is new', async () => {
  const address = await emptyDatabase();
  await poolOf(address).query(RECORDS);
  expect(await migrate(address)).toEqual(migrations.map(({ name }) => name));
});
