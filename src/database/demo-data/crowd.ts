import type { ClientBase } from 'pg';
import { insertComments } from './crowd/comments.js';
import { insertEvents } from './crowd/events.js';
import { insertMarks } from './crowd/marks.js';
import type { CrowdSetting } from './crowd/setting.js';
import { insertSpeakers } from './crowd/speakers.js';
import { insertTalks } from './crowd/talks.js';
import { insertUsers } from './crowd/users.js';
import { inBulk } from './in-bulk.js';
import { reserveIds } from './insert-rows.js';
import { namesInUse } from './names-in-use.js';
import { seededRandom } from './random.js';
import { readReferenceIds } from './reference-ids.js';
import { inTransaction } from '../in-transaction.js';

const SEED = 2_000_060;

/** How many of each; `comments` are those on talks. */
export interface CrowdSizes {
  readonly events: number;
  readonly talks: number;
  readonly comments: number;
  readonly users: number;
}

/** Is told how many of the `total` things asked for are written, and what is being written. */
export type CrowdProgress = (done: number, total: number, what: string) => void;

/**
 * Adds as many made-up events, talks, comments and users as a benchmark needs, all or nothing, beside whatever is
 * there. The same sizes give the same data, but for the day around which the dates lie. Throws a RangeError when a size
 * is not a whole number, or there are talks without events, or anything without users.
 *
 * @param client not in a transaction
 */
export async function generateCrowd(client: ClientBase, sizes: CrowdSizes, progress: CrowdProgress): Promise<void> {
  requireSizes(sizes);
  const total = sizes.users + sizes.events + sizes.talks + sizes.comments;
  let done = 0;
  await inTransaction(client, async () => {
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
      await insertMarks(client, { events, talks, users }, setting);
      await insertComments(client, sizes.comments, { events, talks, speakers, users }, setting);
    };
    await inBulk(client, load, (what) => progress(done, total, what));
  });
}

function requireSizes({ events, talks, comments, users }: CrowdSizes): void {
  for (const [name, size] of Object.entries({ events, talks, comments, users })) {
    if (!Number.isSafeInteger(size) || size < 0) throw new RangeError(`Give a whole number of ${name}, not ${size}.`);
  }
  if (users === 0) throw new RangeError('Give at least one user: events need hosts.');
  if (talks > 0 && events === 0) throw new RangeError('Give at least one event: talks belong to events.');
  if (comments > 0 && talks === 0) throw new RangeError('Give at least one talk: comments belong to talks.');
}
