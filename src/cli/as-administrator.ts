import { Option } from 'commander';
import { pino } from 'pino';
import type { Config } from '../config/config.js';
import type { Context } from '../core/context.js';
import { contextOf } from '../http/create-context.js';
import type { OpenDatabase } from '../database/open.js';
import { openTransactions } from '../core/transaction/pipelined-transaction.js';
import { OperatorError } from '../config/operator-error.js';
import { openAdapters } from '../server/composition/adapters.js';
import { administrators } from '../core/reads/operator-lists.js';
import type { Run } from '../database/sql/statement.js';
import { createRun } from '../core/transaction/run.js';
import type { Viewer } from '../core/rules.js';
import { verifiedSecretKey } from '../core/secret-key/secret-key-check.js';
import { Clock } from '../core/date/clock.js';
import { openImageStoreForCommand } from './images.js';
import { withDatabase } from './with-database.js';

export const asOption = (): Option =>
  new Option('--as <administrator>', 'site administrator who decides; optional if there is only one');

/** Reads everything, and writes nothing. */
const reader: Viewer = { id: '0', isAdmin: true, isTrusted: true, application: null, scopes: null };

/** Runs a command that reads through the graph, as an administrator would. */
export const asReader = <Value>(work: (context: Context, config: Config) => Promise<Value>): Promise<Value> =>
  withContext(() => Promise.resolve(reader), work);

/**
 * Runs an administrative command through the same domain commands as the service, so that the decision is recorded
 * under the administrator and mails are queued for the service to send.
 *
 * @param name the administrator's username, case-insensitive; undefined if there is only one
 * @throws OperatorError when the user is not a site administrator, or the name is required
 */
export function asAdministrator<Value>(
  name: string | undefined,
  work: (context: Context) => Promise<Value>,
): Promise<Value> {
  return withContext((run) => administrator(run, name), work);
}

function withContext<Value>(
  viewerOf: (run: Run) => Promise<Viewer>,
  work: (context: Context, config: Config) => Promise<Value>,
): Promise<Value> {
  return withDatabase(async (database, config) => {
    const run = createRun(database.pool, config.database);
    const viewer = await viewerOf(run);
    // Errors are thrown to the operator; a command has no log.
    const log = pino({ level: 'silent' });
    const secretKey = await verifiedSecretKey(database.pool, config);
    const adapters = openAdapters({
      ...{ config, pool: database.pool, run, log, secretKey },
      imageStore: await openImageStoreForCommand(config),
    });
    try {
      const sources = { ...(await ownSources(database, config)), run, ...adapters };
      const request = {
        now: sources.clock.now(),
        client: { address: '127.0.0.1', userAgent: null },
        origin: config.baseUrl ?? `http://${config.host}:${config.port}`,
        maxPageSize: config.maxResults,
      };
      return await work(contextOf(sources, request, viewer, null), config);
    } finally {
      await adapters.close();
    }
  });
}

async function ownSources({ pool, orm, now }: OpenDatabase, { database, websiteUrl, feedbackUrl }: Config) {
  const clock = new Clock();
  await clock.compare(now);
  return {
    transactions: openTransactions(orm.em, pool, database),
    clock,
    websiteUrl,
    feedbackUrl,
    resourceOf: () => null,
  };
}

async function administrator(run: Run, name: string | undefined): Promise<Viewer> {
  const all = await run(administrators, {});
  const [one, ...others] = all.filter(
    ({ username }) => name === undefined || username.toLowerCase() === name.toLowerCase(),
  );
  if (one && others.length === 0)
    return { id: one.id, isAdmin: true, isTrusted: true, application: null, scopes: null };
  if (name !== undefined) throw new OperatorError(`No site administrator "${name}".`);
  throw new OperatorError(
    one
      ? `Specify the deciding administrator with --as: ${all.map(({ username }) => username).join(', ')}.`
      : 'No site administrator yet: create one with user create --admin, or user promote.',
  );
}
