import type pg from 'pg';

/** Address of a PostgreSQL database: a URL, or a socket directory with user and database. */
export type DatabaseAddress =
  | { readonly url: string }
  | { readonly host: string; readonly port: number; readonly user: string; readonly database: string };

/** The address as the configuration of a `pg` client. */
export function pgConfig(address: DatabaseAddress): pg.ClientConfig {
  return 'url' in address ? { connectionString: address.url } : { ...address, ssl: false };
}
