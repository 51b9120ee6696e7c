import { sql } from 'kysely';
import type { Config } from '../config.js';
import { verifyPassword } from '../passwords/passwords.js';
import { statement, type Run } from '../reads/statement.js';
import { demoAccounts, demoApplication } from './demo-data/accounts.js';

/** The password of all demo accounts where nobody else can reach the service. */
export const KNOWN_PASSWORD = 'lectern-demo';
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);

/** How to log in as one of the demo accounts. */
export interface DemoLogin {
  readonly accounts: typeof demoAccounts;
  readonly password: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Whether the service can be reached from its own machine alone, so that a password may be known to everybody. */
export const isPrivate = ({ host }: Pick<Config, 'host'>): boolean => LOOPBACK.has(host);

/** Whether demo conferences belong into an empty database. */
export const wantsDemo = ({ demoData, production }: Config, embedded: boolean): boolean =>
  demoData ?? (embedded && !production);

const demoHost = statement<{ username: string; consumerKey: string }, { passwordHash: string | null }>(
  'demo host',
  ($) => sql`
    select u.password_hash as "passwordHash" from users u
    where lower(u.username) = ${$.username} and u.is_active
      and exists (select from applications a where a.consumer_key = ${$.consumerKey})`,
);

/** The login that everybody knows, where it works: null where there is no demo data, or its passwords are others. */
export async function demoLogin(config: Config, run: Run): Promise<DemoLogin | null> {
  if (!isPrivate(config) || !wantsDemo(config, config.database.url === undefined)) return null;
  const { consumerKey: clientId, consumerSecret: clientSecret } = demoApplication;
  const [host] = await run(demoHost, { username: 'host', consumerKey: clientId });
  if (!host || !(await verifyPassword(host.passwordHash, KNOWN_PASSWORD)).ok) return null;
  return { accounts: demoAccounts, password: KNOWN_PASSWORD, clientId, clientSecret };
}
