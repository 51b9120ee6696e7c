import type pg from 'pg';

/** Where a PostgreSQL is: an address, or a socket folder with a user and a database. */
export type DatabaseAddress =
  | { readonly url: string }
  | { readonly host: string; readonly port: number; readonly user: string; readonly database: string };

/** The same address for a bare `pg` client. */
export function pgConfig(address: DatabaseAddress): pg.ClientConfig {
  return 'url' in address ? { connectionString: address.url } : { ...address, ssl: false };
}
