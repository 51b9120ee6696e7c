import pg from 'pg';
import { pgConfig } from '../../src/database/orm.js';
import globalSetup from '../support/global-setup.js';
import { inDatabase, onServer, TEMPLATE } from '../support/cluster.js';
import { testServer } from '../support/database.js';
import { fillWorld, sizes, type World } from './fill-world.js';

/**
 * Jest calls the default export: starts one PostgreSQL, with a small world and one of a million events for all test
 * files.
 */
export default async function millionSetup(): Promise<void> {
  await globalSetup();
  for (const world of Object.keys(sizes)) await make(world as World);
}

async function make(world: World): Promise<void> {
  const server = testServer();
  await onServer(server, (client) => client.query(`create database lectern_${world} template ${TEMPLATE}`));
  const client = new pg.Client(pgConfig(inDatabase(server, `lectern_${world}`)));
  await client.connect();
  await fillWorld(client, world);
  await client.end();
}
