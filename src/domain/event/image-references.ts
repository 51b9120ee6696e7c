import { sql } from 'kysely';
import { statement, type Run } from '../../reads/statement.js';

const imagesInUse = statement<{ names: readonly string[] }, { location: string }>(
  'images in use',
  ($) => sql<{ location: string }>`
    select image ->> 'location' as location from events, jsonb_array_elements(images) as image
    where image ->> 'location' = any(${$.names}::text[])`,
);

/** Which of these files an event names. */
export async function referencedImages(run: Run, names: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await run(imagesInUse, { names });
  return new Set(rows.map(({ location }) => location));
}
