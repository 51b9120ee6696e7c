import type { DatabaseAddress } from '../../src/database/orm.js';
import { inDatabase } from '../support/cluster.js';
import { testServer } from '../support/database.js';
import type { World } from './fill-world.js';

export { sizes, type World } from './fill-world.js';

/** Where a world is that the global setup has made. */
export const addressOf = (world: World): DatabaseAddress => inDatabase(testServer(), `lectern_${world}`);
