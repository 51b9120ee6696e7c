import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask } from '../rest/ask.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { createApplication, createToken, createUser } from '../support/factories.js';
import {
  eventually,
  runCommand,
  spawnService,
  startProcess,
  statusOf,
  stopProcess,
  type ServiceProcess,
} from '../support/process.js';

let database: TestDatabase;
let environment: Record<string, string>;
let application: string;
let token: string;

beforeAll(async () => {
  database = await freshDatabase();
  atTheEnd(() => database.drop());
  const SECRET_KEY = 'the same secret key in every process';
  environment = { DATABASE_URL: urlOf(database.address), DATA_DIR: await dataFolder(), SECRET_KEY };
  const { pool } = database;
  application = await createApplication(pool, { name: 'Conference \u001B[2Japp', consumer_key: 'the-key' });
  token = await createToken(pool, await createUser(pool), { application_id: application });
});

afterAll(cleanUp);

const usage = (...words: string[]) => runCommand(['usage', ...words], environment);

/** A request whose response waits for a lock. */
async function lateAnswer(service: ServiceProcess): Promise<{ come: () => Promise<void> }> {
  const client = await database.pool.connect();
  await client.query('begin; lock table events in access exclusive mode');
  const answer = ask(service, '/v2.1/events/1000');
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await eventually(async () => (await client.query(waiting)).rowCount === 1);
  return {
    async come() {
      await client.query('rollback');
      client.release();
      expect((await answer).status).toBe(404);
    },
  };
}

describe('lectern usage', () => {
  it('reports that nothing has been counted', async () => {
    expect(await usage('--days', '7')).toEqual({
      code: 0,
      output: 'No requests counted in the last 7 days.\n',
      errors: '',
    });
  });

  it('lists exact counts of all responses up to the shutdown, the most used first', async () => {
    const services = await Promise.all(
      [environment, { ...environment, DATA_DIR: await dataFolder() }].map((each) => startProcess(each)),
    );
    await Promise.all(
      services.flatMap((service) => [
        ...Array.from({ length: 50 }, () => ask(service, '/v2.1/languages', { token })),
        ...Array.from({ length: 5 }, (_, number) => ask(service, `/v2.1/events/${number + 1_000}`)),
      ]),
    );
    const late = await lateAnswer(services[0]!);
    const ends = Promise.all(services.map((service) => stopProcess(service)));
    // The list of operations is not counted.
    await eventually(async () => (await statusOf(`${services[0]!.base}/graphql/operations`)) === 0);
    await late.come();
    expect((await ends).map(({ code }) => code)).toEqual([0, 0]);

    const { code, output, errors } = await usage();
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d$/gm, '(when)')).toEqual(
      [
        'APPLICATION         ROUTE                      REQUESTS  ERRORS  LAST USED (UTC)',
        'Conference ?[2Japp  GET /v2.1/languages             100       0  (when)',
        '-                   GET /v2.1/events/:eventId        11      11  (when)',
        '',
      ].join('\n'),
    );
  });

  it('lists one application by its key or its name, and as JSON', async () => {
    const expected = {
      application: 'Conference \u001B[2Japp',
      key: 'the-key',
      applicationId: application,
      route: 'GET /v2.1/languages',
      requests: 100,
      errors: 0,
      lastUsedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    };
    for (const named of ['the-key', 'CONFERENCE \u001B[2JAPP']) {
      const { output } = await usage('--application', named, '--json');
      expect(JSON.parse(output)).toEqual([expected]);
    }
  });

  it('omits earlier days', async () => {
    await database.pool.query(
      `insert into route_uses (day, route, requests, errors, last_used_at)
        select (now() at time zone 'UTC')::date - 3, 'GET /v2.1/events', 7, 0, now() - interval '3 days'`,
    );
    const requests = async (days: string) => {
      const routes = JSON.parse((await usage('--days', days, '--json')).output) as Record<string, unknown>[];
      return routes.find(({ route }) => route === 'GET /v2.1/events')?.['requests'];
    };
    expect([await requests('3'), await requests('4')]).toEqual([undefined, 7]);
  });

  it('reports an error in one sentence', async () => {
    expect(await usage('--application', 'nobody')).toEqual({
      code: 1,
      output: '',
      errors: 'No application "nobody": look up its key or name and try again.\n',
    });
    expect(await usage('--days', '0')).toEqual({
      code: 2,
      output: '',
      errors: "error: option '--days <n>' argument '0' is invalid. Must be a whole number of days from 1 to 9999.\n",
    });
  });
});

describe('a service with deprecations', () => {
  it.each([
    [
      'GET /v2.1/nothing 2027-01-01',
      'unknown route "GET /v2.1/nothing": write its parameters as in "GET /v2.1/talks/:talkId"',
    ],
    ['GET /v2.1/events/:a 2027-01-01; GET /v2.1/events/:b 2028-01-01', 'duplicate route "GET /v2.1/events/:b"'],
  ])('%s does not start, and reports why', async (DEPRECATED_ROUTES, why) => {
    expect(await spawnService({ ...environment, DEPRECATED_ROUTES }).ended).toEqual({
      code: 1,
      output: '',
      errors: `Lectern cannot start with this configuration: DEPRECATED_ROUTES: ${why}.\n`,
    });
  });
});
