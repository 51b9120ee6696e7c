import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

/** Image files that events reference. */
export async function namedImages(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ location: string }>(
    `select image ->> 'location' as location from events, jsonb_array_elements(images) image
      union select icon from events where icon is not null order by 1`,
  );
  return rows.map(({ location }) => location);
}

/** All files in the image folder, including incomplete ones. */
export async function imageFiles(dataDirectory: string): Promise<string[]> {
  return (await readdir(join(dataDirectory, 'images'))).sort();
}
