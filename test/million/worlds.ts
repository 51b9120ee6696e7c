import type { DatabaseAddress } from '../../src/database/orm.js';
import { inDatabase } from '../support/cluster.js';
import { testServer } from '../support/database.js';
import type { World } from './fill-world.js';

export { sizes, type World } from './fill-world.js';

/** Connection URL of a world that the global setup has created. */
export const addressOf = (world: World): DatabaseAddress => inDatabase(testServer(), `lectern_${world}`);
