import type { Pool } from 'pg';

/** A legacy website needs the responses of the original service (decisions no. 33, 57). */
interface Reminder {
  /** Only after the import of a legacy database. */
  readonly afterImport?: boolean;
  /** The keys of applications that are known to be none. */
  readonly except?: readonly string[];
}

/** Keys of applications that may be a legacy website: first-party ones with a secret. */
export async function possibleLegacyWebsites(
  pool: Pool,
  { afterImport = false, except = [] }: Reminder,
): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>(
    `select consumer_key as key from applications where is_first_party and not is_public and consumer_key <> all($1)
      and (not $2 or exists (select from legacy_import)) order by id`,
    [except, afterImport],
  );
  return rows.map(({ key }) => key);
}
