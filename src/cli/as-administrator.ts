import { Option } from 'commander';
import { pino } from 'pino';
import type { Config } from '../config.js';
import type { Context } from '../context.js';
import { createContext } from '../contexts.js';
import type { OpenDatabase } from '../database/open.js';
import { createTransact } from '../database/transact.js';
import { OperatorError } from '../operator-error.js';
import { openOutside } from '../outside.js';
import { administrators } from '../reads/operator-lists.js';
import { Reads } from '../reads/reads.js';
import { createRun, type Run } from '../reads/statement.js';
import { sightOf, type Viewer } from '../rules.js';
import { secretKey } from '../secret-key.js';
import { Clock } from '../time/clock.js';
import { withDatabase } from './with-database.js';

export const asOption = (): Option =>
  new Option('--as <administrator>', 'whose decision it is; not needed where there is one site administrator');

/**
 * Runs a command that does what a site administrator does in the service, by the same verbs: who decided is kept, and mails
 * are queued, which the service sends.
 *
 * @param name the administrator's username, in any case; undefined where there is only one
 * @throws OperatorError when that is none
 */
export function asAdministrator<Value>(
  name: string | undefined,
  work: (context: Context) => Promise<Value>,
): Promise<Value> {
  return withDatabase(async (database, config) => {
    const run = createRun(database.pool, config.database);
    const viewer = await administrator(run, name);
    // What goes wrong is thrown here, so the operator is told of it; there is no log to read.
    const log = pino({ level: 'silent' });
    const outside = openOutside({ config, pool: database.pool, run, log, secretKey: await secretKey(config) });
    try {
      const sources = { ...(await ownSources(database, config)), run, ...outside };
      const asked = await createContext(sources, {
        token: null,
        client: { address: '127.0.0.1', userAgent: null },
        origin: config.baseUrl ?? `http://${config.host}:${config.port}`,
        maxPageSize: config.maxResults,
      });
      const reads = new Reads({ ...asked.reads.scope, viewer, sight: sightOf(viewer) });
      return await work({ ...asked, viewer, reads });
    } finally {
      await outside.close();
    }
  });
}

async function ownSources({ pool, orm, now }: OpenDatabase, { database, websiteUrl }: Config) {
  const clock = new Clock();
  await clock.compare(now);
  return { em: orm.em, transact: createTransact(pool, database), clock, websiteUrl, resourceOf: () => null };
}

async function administrator(run: Run, name: string | undefined): Promise<Viewer> {
  const all = await run(administrators, {});
  const [one, ...others] = all.filter(
    ({ username }) => name === undefined || username.toLowerCase() === name.toLowerCase(),
  );
  if (one && others.length === 0) return { id: one.id, isAdmin: true, isTrusted: true, application: null };
  if (name !== undefined) throw new OperatorError(`There is no site administrator "${name}".`);
  throw new OperatorError(
    one
      ? `Say with --as whose decision it is: ${all.map(({ username }) => username).join(', ')}.`
      : 'There is no site administrator yet: make one with user create --admin, or user promote.',
  );
}
