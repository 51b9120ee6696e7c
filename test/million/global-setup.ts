import pg from 'pg';
import { generateCrowd, type CrowdSizes } from '../../src/database/demo-data/index.js';
import { pgConfig } from '../../src/database/orm.js';
import globalSetup from '../support/global-setup.js';
import { inDatabase, onServer, TEMPLATE } from '../support/cluster.js';
import { testServer } from '../support/database.js';
import { sizes, type World } from './worlds.js';

/** Some that take longer than a week, one of which goes on now: `upcoming` begins with it. And enough that wait for approval. */
const programmes = `
alter table events disable trigger user;
update events set status = 'PENDING' where id % 10 = 3;
update events set ends_at = starts_at + interval '40 days' where id % 500 = 0;
update events set starts_at = now() - interval '500 days', ends_at = now() + interval '1 day', status = 'APPROVED',
  is_private = false where id = 77;
alter table events enable trigger user;
select recount_events();`;

/** Jest calls the default export: besides one PostgreSQL, a small world and one of a million events for all test files. */
export default async function millionSetup(): Promise<void> {
  await globalSetup();
  for (const [world, size] of Object.entries(sizes)) await make(world as World, size);
}

async function make(world: World, size: CrowdSizes): Promise<void> {
  const server = testServer();
  const begin = Date.now();
  await onServer(server, (client) => client.query(`create database lectern_${world} template ${TEMPLATE}`));
  const client = new pg.Client(pgConfig(inDatabase(server, `lectern_${world}`)));
  await client.connect();
  let said = '';
  await generateCrowd(client, size, (_done, _total, what) => {
    if (what !== said) process.stderr.write(`${world}: ${(said = what)} …\n`);
  });
  await client.query(programmes);
  await client.query('vacuum analyze');
  await client.end();
  process.stderr.write(`${world}: made in ${Math.round((Date.now() - begin) / 1000)} s\n`);
}
