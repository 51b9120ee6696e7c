import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { freshDatabase, type TestDatabase } from '../support/database.js';

/**
 * PostgreSQL never interprets the name of a zone: its rules may have another version than those of Node, and it reads
 * CET, EET, MET and WET as offsets. Only UTC is allowed.
 */
const INTERPRETED = [
  /\bat\s+time\s+zone\s+(?!'UTC')/i,
  // In lower case: our TypeScript has functions of the name `timeZone`.
  /\btimezone\s*\(\s*(?!'UTC')/,
  /\bdate_trunc\s*\([^()]*,[^()]*,/i,
  /\bpg_timezone_(?:names|abbrevs)\b/i,
  /\blocal_midnight\s*\(/i,
];
const isInterpreted = (text: string): boolean => INTERPRETED.some((pattern) => pattern.test(text));

/** 1.0.0 calls it, and may run while the schema is migrated. The release after the next removes it. */
const OF_1_0_0 = 'local_midnight';
/** The schema of 1.0.0, before this rule. */
const RELEASED = 'src/database/migrations/baseline/functions.ts';

/** Everything in a database that contains expressions, by name. */
const DEFINITIONS = `
  with schemas as (select oid from pg_namespace where nspname !~ '^(pg_|information_schema)')
  select p.proname::text as name, pg_get_functiondef(p.oid) as text from pg_proc p
    where p.pronamespace in (select oid from schemas) and p.prokind in ('f', 'p')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all select t.tgname, pg_get_triggerdef(t.oid) from pg_trigger t
    join pg_class c on c.oid = t.tgrelid where c.relnamespace in (select oid from schemas)
  union all select c.relname, case when c.relkind = 'i' then pg_get_indexdef(c.oid) else pg_get_viewdef(c.oid) end
    from pg_class c where c.relkind in ('i', 'v', 'm') and c.relnamespace in (select oid from schemas)
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  union all select c.relname || '.' || a.attname, pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d
    join pg_class c on c.oid = d.adrelid join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where c.relnamespace in (select oid from schemas)
  union all select conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace in (select oid from schemas)
  order by 1`;

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

it.each([
  ['(starts_at AT TIME ZONE time_zone)', true],
  ["timezone('Europe/Berlin'::text, starts_at)", true],
  ["date_trunc('day', starts_at, time_zone)", true],
  ["(starts_at AT TIME ZONE 'UTC'::text)", false],
  ["timezone('UTC'::text, starts_at)", false],
  ["date_trunc('day', starts_at at time zone 'UTC')", false],
])('%s interprets the name of a zone: %s', (text, expected) => expect(isInterpreted(text)).toBe(expected));

it('no function, trigger, index, view, column or constraint of a migrated database interprets one', async () => {
  const { rows } = await database.pool.query<{ name: string; text: string }>(DEFINITIONS);
  expect(rows.length).toBeGreaterThan(200);
  expect(rows.filter(({ text }) => isInterpreted(text)).map(({ name }) => name)).toEqual([OF_1_0_0]);
});

it('no source contains a statement that interprets one', () => {
  const files = globSync('{src,schema,rest-facade,feeds,pages}/**/*.ts');
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((file) => isInterpreted(readFileSync(file, 'utf8')));
  expect(found).toEqual([RELEASED]);
});

it('no recorded statement interprets one, but for the function of 1.0.0', () => {
  const recorded = readFileSync('test/fixtures/released-statements.json', 'utf8').replaceAll(
    `public.${OF_1_0_0}(`,
    '(',
  );
  expect(recorded.split('\n').filter(isInterpreted)).toEqual([]);
});
