import pg from 'pg';
import { until } from '../../../faults/waiting.js';
import type { DatabaseAddress } from '../../../src/database/orm.js';
import { urlOf } from '../cluster.js';

/** What the global setup of `npm test -- --scale` has started, besides the primary in `TEST_DATABASE_URL`. */
export interface Scale {
  /** Address of the streaming replica. */
  readonly replica: { readonly url: string };
  /** Variables of the object store for images. */
  readonly store: Readonly<Record<string, string>>;
  /** Folder where each service notes what it has served. */
  readonly notes: string;
}

/** Name of the variable with the set-up, as JSON; unset if each suite starts one service without a replica. */
export const SCALE_VARIABLE = 'LECTERN_TEST_SCALE';

const INVALID_CATALOG_NAME = '3D000';

/** Number of services that a suite starts. */
export const INSTANCES = 2;

/** The scaled set-up of this run; undefined without one. */
export function scaleOfRun(): Scale | undefined {
  const setting = process.env[SCALE_VARIABLE];
  return setting ? (JSON.parse(setting) as Scale) : undefined;
}

/** Variables of the services on a suite's database; waits until the replica has it. */
export async function scaledSettings({ replica }: Scale, address: DatabaseAddress): Promise<Record<string, string>> {
  const url = new URL(replica.url);
  url.pathname = 'url' in address ? new URL(address.url).pathname : `/${address.database}`;
  await until('The replica has the database', () => isConnectable(url.href));
  return { DATABASE_URL: urlOf(address), DATABASE_REPLICA_URL: url.href };
}

async function isConnectable(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    return true;
  } catch (error) {
    // Until the replica has replayed `create database`.
    if (Reflect.get(Object(error), 'code') === INVALID_CATALOG_NAME) return false;
    throw error;
  } finally {
    await client.end();
  }
}
