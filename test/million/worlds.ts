import type { CrowdSizes } from '../../src/database/demo-data/index.js';
import type { DatabaseAddress } from '../../src/database/orm.js';
import { inDatabase } from '../support/cluster.js';
import { testServer } from '../support/database.js';

/** Which part of the large world is made: less is quicker, and shows almost as much. */
const part = Number(process.env['LECTERN_MILLION_PART'] ?? 1);

/** What is compared. */
export const sizes = {
  small: { events: 1_000, talks: 1_000, comments: 30_000, users: 1_000 },
  large: { events: 1_000_000 * part, talks: 100_000 * part, comments: 3_000_000 * part, users: 50_000 * part },
} as const satisfies Record<string, CrowdSizes>;
export type World = keyof typeof sizes;

/** Where a world is that the global setup has made. */
export const addressOf = (world: World): DatabaseAddress => inDatabase(testServer(), `lectern_${world}`);
