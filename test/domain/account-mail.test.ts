import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config/config.js';
import { createLocalImageStore } from '../../src/adapters/storage/local-image-store.js';
import type { Context } from '../../src/core/context.js';
import { createContext } from '../../src/http/create-context.js';
import { closeOrm, createOrm, poolOf, type Orm } from '../../src/database/orm.js';
import {
  requestEmailVerification,
  requestPasswordReset,
  requestUsernameReminder,
} from '../../src/core/account/account-mail.js';
import { createLogger } from '../../src/telemetry/log/log.js';
import { openAdapters } from '../../src/server/composition/adapters.js';
import { createRun } from '../../src/core/transaction/run.js';
import { Clock } from '../../src/core/date/clock.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { createUser } from '../support/factories.js';

let database: TestDatabase;
let orm: Orm;
let context: Context;
/** Statements of the service's transactions. */
const statements: string[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  const { pool, address } = database;
  orm = createOrm(address, 2);
  (await poolOf(orm)).on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    Object.assign(client, {
      query(...args: unknown[]) {
        const [first] = args;
        statements.push(typeof first === 'string' ? first : String(Reflect.get(Object(first), 'text')));
        return query(...args);
      },
    });
  });
  const config = readConfig({ LOG_LEVEL: 'error' });
  const run = createRun(pool, config.database);
  const adapters = openAdapters({
    ...{ config, pool, run, log: createLogger(config), secretKey: Buffer.alloc(32) },
    imageStore: createLocalImageStore('unused', () => undefined),
  });
  context = await createContext(
    {
      run,
      transactions: { withEntities: (work) => orm.em.fork().transactional(work) },
      clock: new Clock(),
      ...adapters,
      feedbackUrl: undefined,
      websiteUrl: 'https://example.org',
      resourceOf: () => null,
    },
    { token: null, client: { address: '192.0.2.1', userAgent: null }, origin: 'http://api.test', maxPageSize: 100 },
  );
  await createUser(pool, { username: 'ada', email: 'ada@example.org' });
  await createUser(pool, { username: 'asleep', email: 'asleep@example.org', is_active: false });
});
afterAll(async () => {
  await closeOrm(orm);
  await database.drop();
});

/** A statement without values. Releasing a savepoint and rolling back to it look the same to a caller. */
const withoutValues = (text: string): string =>
  text
    .trim()
    .replace(/'[^']*'/g, "'…'")
    .replace(/^(release|rollback to)( savepoint)? "trx1"$/, 'end savepoint');

describe('a mail requested by an anonymous caller (decisions no. 16)', () => {
  const begun = ['begin', 'select', 'savepoint'];
  const queued = ['SELECT', 'INSERT', 'end savepoint', 'commit'];
  it.each([
    ['requestEmailVerification', requestEmailVerification, '@example.org', [...begun, 'delete', 'insert', ...queued]],
    ['requestUsernameReminder', requestUsernameReminder, '@example.org', [...begun, ...queued]],
    ['requestPasswordReset', requestPasswordReset, '', [...begun, 'delete', 'insert', ...queued]],
  ] as const)('%s does the same work whether or not there is an account', async (_, request, domain, verbs) => {
    const workOf = async (name: string): Promise<string[]> => {
      statements.length = 0;
      await request(context, name + domain);
      return statements.map(withoutValues);
    };
    const known = await workOf('ada');
    expect(known.map((text) => /^(end savepoint|\w+)/.exec(text)?.[0])).toEqual(verbs);
    for (const name of ['nobody', 'asleep']) expect(await workOf(name)).toEqual(known);
  });

  it('stores nothing without an account', async () => {
    const { rows } = await database.pool.query(
      `select (select count(*)::int from pgboss.job where name = 'mail') as mails,
          (select count(*)::int from account_tokens) as tokens`,
    );
    expect(rows).toEqual([{ mails: 3, tokens: 2 }]);
  });
});
