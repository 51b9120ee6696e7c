import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { linesOf } from '../logs/log-lines.js';
import { cleanUp } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { eventually, startProcess, type ServiceProcess } from '../support/process.js';
import { createMember } from '../support/sign-in.js';
import { codeFor, openForm, ownerOf, redeem, redemption, refreshForm, request, submitForm, tokensFor } from './flow.js';

const PASSWORD = 'a-difference-engine-of-1822';
const LOGIN = { username: 'ada', password: PASSWORD };

let database: TestDatabase;
let services: [ServiceProcess, ServiceProcess];
beforeAll(async () => {
  database = await freshDatabase();
  await createMember(database.pool, 'ada', PASSWORD);
  const start = async () =>
    startProcess({
      ...{ DATABASE_URL: urlOf(database.address), DATA_DIR: await dataFolder(), WORKERS: '1', LOG_LEVEL: 'trace' },
      ...{ SECRET_KEY: 'the same secret key in both services' },
    });
  services = [await start(), await start()];
});
afterAll(async () => {
  await cleanUp();
  await database.drop();
});

describe('Two processes on one database', () => {
  it('create the application of the pages once, at concurrent first logins', async () => {
    const { pool } = database;
    const other = await pool.connect();
    try {
      await other.query('begin');
      await other.query(
        `insert into applications (consumer_key, consumer_secret_encrypted, is_public, is_first_party, name)
          values ('pages', 'v1.none', true, true, 'of another process')`,
      );
      const codes = Promise.all(services.map((service) => codeFor(service, request(service), LOGIN)));
      await eventually(async () => {
        const { rows } = await pool.query("select from pg_stat_activity where wait_event_type = 'Lock'");
        return rows.length === 2;
      });
      await other.query('commit');
      expect(new Set(await codes).size).toBe(2);
    } finally {
      other.release();
    }
    const { rows } = await pool.query('select name from applications');

    expect(rows).toEqual([{ name: 'of another process' }]);
    await pool.query('delete from applications');
  });

  it('create that application without a name: it is the service itself', async () => {
    await codeFor(services[0], request(services[0]), LOGIN);
    const { rows } = await database.pool.query(
      'select name, consumer_key, is_public, is_first_party from applications',
    );

    expect(rows).toEqual([{ name: null, consumer_key: 'pages', is_public: true, is_first_party: true }]);
  });

  it('redeem codes of each other, and detect their reuse', async () => {
    const asked = request(services[0]);
    const form = redemption(asked, await codeFor(services[0], asked, LOGIN));
    const { access_token: token } = (await redeem(services[1], form)).body;
    const before = await Promise.all(services.map((service) => ownerOf(service, token)));
    const again = await redeem(services[0], form);
    const after = await Promise.all(services.map((service) => ownerOf(service, token)));

    expect({ before, again: again.body.error, after }).toEqual({
      before: ['ada', 'ada'],
      again: 'invalid_grant',
      after: [null, null],
    });
  });

  it('redeem a code once, at concurrent requests', async () => {
    const asked = request(services[0]);
    const form = redemption(asked, await codeFor(services[0], asked, LOGIN));
    const all = await Promise.all([0, 1, 0, 1].map((index) => redeem(services[index]!, form)));

    expect(all.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  it('yield the same successor of a refresh token', async () => {
    const { refresh_token: token } = await tokensFor(services[0], request(services[0]), LOGIN);
    const all = await Promise.all([0, 1, 0, 1].map((index) => redeem(services[index]!, refreshForm(token))));

    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(all.map(({ body }) => body.refresh_token)).size).toBe(1);
  });
});

it('The log contains no code, verifier, password or token, at any level', async () => {
  const [service] = services;
  const asked = request(services[0]);
  const code = await codeFor(service, asked, LOGIN);
  const form = redemption(asked, code);
  await openForm(service, { ...asked.parameters, ...LOGIN, code });
  await submitForm(service, { ...asked.parameters, ...LOGIN }, { ...LOGIN, password: `${PASSWORD}!` });
  await fetch(`${service.base}/login?${new URLSearchParams({ code, ...form, ...LOGIN }).toString()}`);
  await fetch(`${service.base}/token?${new URLSearchParams(form).toString()}`);
  const { access_token: token = '' } = (await redeem(service, form)).body;
  await redeem(service, { ...form, code_verifier: `${asked.verifier}x`, client_secret: PASSWORD });
  await fetch(`${service.base}/v2.1`, { headers: { 'X-Request-Id': 'the-last-request' } });
  await eventually(() => linesOf(service).some(({ requestId }) => requestId === 'the-last-request'));
  const said = service.output();

  expect(token).toMatch(/^lec_/);
  expect(said.split('"path":"/token"').length).toBeGreaterThan(3);
  expect([code, asked.verifier, PASSWORD, token].filter((secret) => said.includes(secret))).toEqual([]);
});
