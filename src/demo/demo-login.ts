import { sql } from 'kysely';
import { verifyPassword } from '../adapters/passwords/passwords.js';
import type { Config } from '../config/config.js';
import { statement, type Run } from '../database/sql/statement.js';
import type { DemoLogin } from '../http/pages/front-page.js';
import { demoAccounts, demoApplication } from './data/accounts.js';

/** The password of all demo accounts when only this machine can reach the service. */
export const KNOWN_PASSWORD = 'lectern-demo';
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);

/** Whether the service listens on loopback only, so that a public password is safe. */
export const isPrivate = ({ host }: Pick<Config, 'host'>): boolean => LOOPBACK.has(host);

/** Whether to load demo conferences into an empty database. */
export const wantsDemo = ({ demoData, production }: Config, embedded: boolean): boolean =>
  demoData ?? (embedded && !production);

const demoHost = statement<{ username: string; consumerKey: string }, { passwordHash: string | null }>(
  'demo host',
  ($) => sql`
    select u.password_hash as "passwordHash" from users u
    where lower(u.username) = ${$.username} and u.is_active
      and exists (select from applications a where a.consumer_key = ${$.consumerKey})`,
);

/** The public demo login, if it works: null without demo data, or if its passwords differ. */
export async function demoLogin(config: Config, run: Run): Promise<DemoLogin | null> {
  if (!isPrivate(config) || !wantsDemo(config, config.database.url === undefined)) return null;
  const { consumerKey: clientId, consumerSecret: clientSecret } = demoApplication;
  const [host] = await run(demoHost, { username: 'host', consumerKey: clientId });
  if (!host || !(await verifyPassword(host.passwordHash, KNOWN_PASSWORD)).ok) return null;
  return { accounts: demoAccounts, password: KNOWN_PASSWORD, clientId, clientSecret };
}
