import { expect, it } from '@jest/globals';
import { migrate } from '../../src/database/migrate.js';
import { freshDatabase } from '../support/database.js';
import { createEvent } from '../support/factories.js';

it('the migration gives events with the slugs . and .. others, and keeps all other slugs', async () => {
  const fresh = await freshDatabase();
  const { address, pool } = fresh;
  try {
    await pool.query("delete from schema_migrations where name = '20261215-reachable-slugs'");
    const ids: string[] = [];
    for (const slug of ['.', '..', '...', 'a.b']) ids.push(await createEvent(pool, { slug }));
    await migrate(address);
    const { rows } = await pool.query<{ slug: string }>('select slug from events order by id');
    expect(rows.map(({ slug }) => slug)).toEqual([`dot-${ids[0]}`, `dot-${ids[1]}`, '...', 'a.b']);
  } finally {
    await fresh.drop();
  }
});
