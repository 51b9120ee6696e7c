import { startService, type TestService } from '../support/service.js';
import { takeSnapshot, type Snapshot } from './rows.js';
import { addFeedback, buildWorld, type World } from './world.js';
import type { Write } from './write.js';
import { writesToAccounts } from './writes-to-accounts.js';
import { writesToApplications } from './writes-to-applications.js';
import { writesToClaims } from './writes-to-claims.js';
import { writesToComments } from './writes-to-comments.js';
import { writesToEvents } from './writes-to-events.js';
import { writesToTalks } from './writes-to-talks.js';
import { writesToTracks } from './writes-to-tracks.js';

/** Every write, one or more for each mutation and each row of v2.1: permissions and errors. */
export const writes: readonly Write[] = [
  writesToEvents,
  writesToTracks,
  writesToTalks,
  writesToClaims,
  writesToComments,
  writesToAccounts,
  writesToApplications,
].flat();

/** The writes with their targets. */
export interface Scenario {
  readonly service: TestService;
  readonly world: World;
  readonly snapshot: Snapshot;
}

/** @param prepare additions to the world */
export async function startScenario(
  environment: Record<string, string>,
  prepare: (service: TestService, world: World) => Promise<void> = () => Promise.resolve(),
): Promise<Scenario> {
  const service = await startService(environment);
  const { pool } = service.database;
  const world = await addFeedback(pool, await buildWorld(pool));
  await prepare(service, world);
  return { service, world, snapshot: await takeSnapshot(service.database.pool) };
}
