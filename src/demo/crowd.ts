import type { ClientBase } from 'pg';
import { insertComments } from './crowd/comments.js';
import { insertEvents } from './crowd/events.js';
import { insertParticipation, insertSpeakers } from './crowd/participants.js';
import type { CrowdSetting } from './crowd/setting.js';
import { insertTalks } from './crowd/talks.js';
import { insertUsers } from './crowd/users.js';
import { bulkLoad } from '../core/bulk/bulk-load.js';
import { judgeAuthors } from '../core/bulk/judge-authors.js';
import { reserveIds } from '../core/bulk/insert-rows.js';
import { namesInUse, seededRandom, readReferenceIds } from './seed/seed.js';
import { withTransaction } from '../database/sql/transaction.js';

const SEED = 2_000_060;

/** The number of records of each kind; `comments` counts talk comments only. */
export interface CrowdSizes {
  readonly events: number;
  readonly talks: number;
  readonly comments: number;
  readonly users: number;
}

/** Progress listener: records written, the requested `total`, and the current kind. */
export type CrowdProgress = (done: number, total: number, what: string) => void;

/**
 * Adds generated events, talks, comments and users for benchmarks, atomically, beside existing data. Deterministic for
 * equal sizes, except for the date around which the events are placed. Throws a RangeError for a size that is not a
 * whole number, talks without events, comments without talks, or zero users.
 *
 * @param client not in a transaction
 */
export async function generateCrowd(client: ClientBase, sizes: CrowdSizes, progress: CrowdProgress): Promise<void> {
  requireSizes(sizes);
  const total = sizes.users + sizes.events + sizes.talks + sizes.comments;
  let done = 0;
  await withTransaction(client, async () => {
    const random = seededRandom(SEED);
    const names = await namesInUse(client, random);
    const reference = await readReferenceIds(client);
    const setting: CrowdSetting = {
      random,
      names,
      now: Date.now(),
      written: (count, what) => progress((done += count), total, what),
    };
    const load = async (): Promise<void> => {
      const users = await insertUsers(client, await reserveIds(client, 'users', sizes.users), setting);
      const events = await insertEvents(client, await reserveIds(client, 'events', sizes.events), users, setting);
      const talks = await insertTalks(client, sizes.talks, { events, reference }, setting);
      const speakers = await insertSpeakers(client, talks, users, setting);
      await insertParticipation(client, { events, talks, users }, setting);
      await insertComments(client, sizes.comments, { events, talks, speakers, users }, setting);
      if (events[0]) await judgeAuthors(client, String(events[0].id));
    };
    await bulkLoad(client, load, (what) => progress(done, total, what));
  });
}

function requireSizes({ events, talks, comments, users }: CrowdSizes): void {
  for (const [name, size] of Object.entries({ events, talks, comments, users })) {
    if (!Number.isSafeInteger(size) || size < 0)
      throw new RangeError(`The number of ${name} must be a whole number, not ${size}.`);
  }
  if (users === 0) throw new RangeError('At least one user is required: events need hosts.');
  if (talks > 0 && events === 0) throw new RangeError('At least one event is required: talks belong to events.');
  if (comments > 0 && talks === 0) throw new RangeError('At least one talk is required: comments belong to talks.');
}
