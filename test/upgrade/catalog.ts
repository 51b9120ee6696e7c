import type pg from 'pg';

/** Objects of an extension are those of its version, which the server provides. */
const notOfExtension = (catalog: string, oid: string) =>
  `not exists (select from pg_depend x where x.classid = '${catalog}'::regclass and x.objid = ${oid} and x.deptype = 'e')`;
const here = (oid: string) => `${oid} = 'public'::regnamespace`;

/** One line for each object of the schema, by its kind: what `pg_dump --schema-only` would print. */
const QUERIES: Readonly<Record<string, string>> = {
  relation: `select c.relname as name, concat_ws(' ', c.relkind, c.relpersistence, c.reloptions, c.relrowsecurity, c.relacl,
      c.relreplident, obj_description(c.oid, 'pg_class')) as text
    from pg_class c where ${here('c.relnamespace')} and ${notOfExtension('pg_class', 'c.oid')}`,
  column: `select c.relname || ' ' || lpad((row_number() over (partition by c.oid order by a.attnum))::text, 3, '0') as name,
      concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), a.attcollation::regcollation, a.attnotnull, a.attidentity,
        a.attgenerated, a.attstorage, a.attstattarget, a.attcompression, a.attacl, pg_get_expr(d.adbin, d.adrelid),
        col_description(c.oid, a.attnum)) as text
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on (d.adrelid, d.adnum) = (c.oid, a.attnum)
    where ${here('c.relnamespace')} and c.relkind in ('r', 'v', 'm', 'p', 'c') and a.attnum > 0 and not a.attisdropped
      and ${notOfExtension('pg_class', 'c.oid')}`,
  constraint: `select conrelid::regclass || ' ' || conname as name,
      concat_ws(' ', contype, pg_get_constraintdef(oid), convalidated, condeferrable, obj_description(oid, 'pg_constraint')) as text
    from pg_constraint where ${here('connamespace')}`,
  index: `select i.indexrelid::regclass::text as name,
      concat_ws(' ', pg_get_indexdef(i.indexrelid), indisvalid, indisclustered, indisreplident) as text
    from pg_index i join pg_class c on c.oid = i.indexrelid where ${here('c.relnamespace')}`,
  function: `select p.oid::regprocedure::text as name, concat_ws(' ', pg_get_functiondef(p.oid), p.proacl,
      obj_description(p.oid, 'pg_proc')) as text
    from pg_proc p where ${here('p.pronamespace')} and p.prokind in ('f', 'p') and ${notOfExtension('pg_proc', 'p.oid')}`,
  trigger: `select tgrelid::regclass || ' ' || tgname as name,
      concat_ws(' ', pg_get_triggerdef(t.oid), tgenabled, obj_description(t.oid, 'pg_trigger')) as text
    from pg_trigger t join pg_class c on c.oid = tgrelid where ${here('c.relnamespace')} and not tgisinternal`,
  view: `select viewname::text as name, definition as text from pg_views where schemaname = 'public'`,
  sequence: `select sequencename::text as name, concat_ws(' ', data_type, start_value, min_value, max_value, increment_by, cycle,
      cache_size) as text from pg_sequences where schemaname = 'public'`,
  type: `select t.typname::text as name, concat_ws(' ', t.typtype, pg_get_expr(t.typdefaultbin, 0)) as text from pg_type t
    where ${here('t.typnamespace')} and t.typtype <> 'b' and ${notOfExtension('pg_type', 't.oid')}`,
  statistics: `select stxname::text as name, pg_get_statisticsobjdef(oid) as text from pg_statistic_ext
    where ${here('stxnamespace')}`,
  policy: `select polrelid::regclass || ' ' || polname as name, concat_ws(' ', polcmd, pg_get_expr(polqual, polrelid)) as text
    from pg_policy`,
  extension: `select extname::text as name, extnamespace::regnamespace::text as text from pg_extension`,
};

/** The schema of a database, in a form in which two of them can be compared: each object by its kind and name. */
export async function catalogOf(pool: pg.Pool): Promise<Record<string, string>> {
  const found: [string, string][] = [];
  for (const [kind, query] of Object.entries(QUERIES)) {
    const { rows } = await pool.query<{ name: string; text: string }>(`select * from (${query}) o order by name`);
    found.push(...rows.map(({ name, text }): [string, string] => [`${kind} ${name}`, text]));
  }
  return Object.fromEntries(found);
}

/** The rows of each table as JSON, and the position of each sequence. */
export async function contentsOf(pool: pg.Pool): Promise<Record<string, unknown>> {
  const { rows } = await pool.query<{ name: string; rows: unknown }>(`
    select c.relname::text as name, query_to_xml(format('select * from %I order by 1', c.relname), true, true, '')::text as rows
      from pg_class c where ${here('c.relnamespace')} and c.relkind = 'r'
    union all select sequencename, coalesce(last_value::text, '-') from pg_sequences where schemaname = 'public' order by 1`);
  return Object.fromEntries(rows.map((one) => [one.name, one.rows]));
}
