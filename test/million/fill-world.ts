import { setTimeout } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { generateCrowd, type CrowdSizes } from '../../src/demo/index.js';

/** Share of the large world: a smaller one is quicker, and almost as informative. */
const part = Number(process.env['LECTERN_MILLION_PART'] ?? 1);

/** The compared sizes. */
export const sizes = {
  small: { events: 1_000, talks: 1_000, comments: 30_000, users: 1_000 },
  large: { events: 1_000_000 * part, talks: 100_000 * part, comments: 3_000_000 * part, users: 50_000 * part },
} as const satisfies Record<string, CrowdSizes>;
export type World = keyof typeof sizes;

/** Some events that last more than a week, one of them now: `upcoming` begins with it. And enough pending ones. */
const programmes = `
alter table events disable trigger user;
update events set status = 'PENDING' where id % 10 = 3;
update events set ends_at = starts_at + interval '40 days' where id % 500 = 0;
update events set starts_at = now() - interval '500 days', ends_at = now() + interval '1 day', status = 'APPROVED',
  is_private = false where id = 77;
alter table events enable trigger user;
select recount_events();`;

/**
 * Fills the pages of indexes to two thirds, as in tables that grow in random order. Each update above left a second entry,
 * so that a page is not half full.
 */
const compaction = `
do $$ declare index_name regclass; begin
  for index_name in select indexrelid from pg_index where indrelid in ('events'::regclass, 'event_tags'::regclass)
      and indexrelid in (select c.oid from pg_class c join pg_am a on a.oid = c.relam and a.amname = 'btree') loop
    execute format('alter index %s set (fillfactor = 70)', index_name);
  end loop;
end $$;
reindex table events;
reindex table event_tags;`;

/** Fills a migrated database, and reports its progress on standard error. */
export async function fillWorld(client: ClientBase, world: World): Promise<void> {
  const begin = Date.now();
  let said = '';
  await generateCrowd(client, sizes[world], (_done, _total, what) => {
    if (what !== said) process.stderr.write(`${world}: ${(said = what)} …\n`);
  });
  await client.query(programmes);
  await client.query(compaction);
  await tidyUp(client);
  process.stderr.write(`${world}: made in ${Math.round((Date.now() - begin) / 1000)} s\n`);
}

/** Number of pages that are not all-visible: index-only scans must read such pages too. */
const unseen = `
select relname from pg_class
where relkind = 'r' and relnamespace = 'public'::regnamespace and relallvisible < 0.95 * relpages`;

/** Vacuums until all pages are all-visible: autovacuum, which holds a snapshot, may still run concurrently. */
async function tidyUp(client: ClientBase): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await client.query('vacuum analyze');
    const { rows } = await client.query<{ relname: string }>(unseen);
    if (rows.length === 0) return;
    if (tries === 20) throw new Error(`Not all-visible: ${rows.map(({ relname }) => relname).join(', ')}.`);
    await setTimeout(3_000);
  }
}
