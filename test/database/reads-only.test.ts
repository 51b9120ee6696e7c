import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { destroyBrokenConnections } from '../../src/database/orm.js';
import * as graph from '../graphql/ask.js';
import * as rest from '../rest/ask.js';
import * as make from '../support/factories.js';
import { onServer } from '../support/cluster.js';
import { testServer } from '../support/database.js';
import { startService, type TestService } from '../support/service.js';

const STAR = 'mutation ($input: StarTalkInput!) { starTalk(input: $input) { talk { starCount } } }';

let service: TestService;
let [token, talk] = ['', ''];
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  // Like the pool of a real service.
  destroyBrokenConnections(pool);
  token = await make.createToken(pool, await make.createUser(pool));
  talk = await make.createTalk(pool, await make.createEvent(pool));
});
afterAll(() => service.stop());

/** Makes the server read-only, like a standby, and closes its connections. */
const becomeStandby = () =>
  onServer(testServer(), async (client) => {
    await client.query(`alter database ${nameOf(service)} set default_transaction_read_only = on`);
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [nameOf(service)]);
  });

/** New connections can write again. */
const promote = () =>
  onServer(testServer(), (client) =>
    client.query(`alter database ${nameOf(service)} reset default_transaction_read_only`),
  );

function nameOf({ database: { address } }: TestService): string {
  return 'url' in address ? new URL(address.url).pathname.slice(1) : address.database;
}

/** The responses of REST and GraphQL to a write. */
async function writes(): Promise<unknown[]> {
  const { status, headers } = await rest.ask(service, `/v2.1/talks/${talk}/starred`, { method: 'POST', token });
  const { errors } = await graph.ask(service, STAR, { token, variables: { input: { talkId: talk } } });
  return [status, headers.get('retry-after'), errors.map(({ extensions }) => extensions.code)];
}

it('a standby is unavailable for writes until it is promoted', async () => {
  await becomeStandby();
  expect(await writes()).toEqual([503, '2', ['UNAVAILABLE']]);
  expect((await rest.ask(service, `/v2.1/talks/${talk}`)).status).toBe(200);
  await promote();
  let said: unknown[] = [];
  // Each connection to the standby fails once.
  for (let met = 0; met < 5; met += 1) said = await writes();
  expect(said).toEqual([201, null, []]);
});
