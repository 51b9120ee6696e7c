import { sql } from 'kysely';
import { statement, type Run } from '../../database/sql/statement.js';

const imagesInUse = statement<{ names: readonly string[] }, { location: string }>(
  'images in use',
  ($) => sql<{ location: string }>`
    select image ->> 'location' as location from events, jsonb_array_elements(images) as image
    where image ->> 'location' = any(${$.names}::text[])`,
);

/** Returns which of these files an event references. */
export async function referencedImages(run: Run, names: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await run(imagesInUse, { names });
  return new Set(rows.map(({ location }) => location));
}
