import { randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';
import { seal } from '../core/common/secret-box.js';
import { demoApplication, demoFrontend } from './data/accounts.js';
import type { SaveImages } from './images/event-image.js';
import { insertRows } from '../core/bulk/insert-rows.js';
import { namesInUse, seededRandom, readReferenceIds } from './seed/seed.js';
import type { Cast } from './showcase/cast.js';
import { insertCast } from './showcase/cast.js';
import { insertEventComments, insertTalkComments } from './showcase/comments.js';
import { insertEvents } from './showcase/events.js';
import { insertAttendance, insertStars } from './showcase/attendance.js';
import { insertModeration } from './showcase/moderation.js';
import { insertTalks } from './showcase/talks.js';
import { withTransaction } from '../database/sql/transaction.js';

const SEED = 20_261_120;

export interface ShowcaseOptions {
  /** The conferences are placed around this moment; no comment is later. */
  readonly now: Date;
  readonly saveImages: SaveImages;
  /** The password of each of `demoAccounts`. */
  readonly password: (username: string) => string;
  /** 32 bytes; encrypts the secret of the demo application. */
  readonly secretKey: Buffer;
}

/**
 * Fills a migrated database with demo conferences, atomically. Image files are written before the commit, so a failure
 * may leave unreferenced files.
 *
 * @param client not in a transaction
 */
export async function loadShowcase(client: ClientBase, options: ShowcaseOptions): Promise<void> {
  await withTransaction(client, async () => {
    const { now, password } = options;
    const random = seededRandom(SEED);
    const names = await namesInUse(client, random);
    const reference = await readReferenceIds(client);
    const cast = await insertCast(client, { now, password, random });
    await insertApplications(client, cast, options);
    const { events, images } = await insertEvents(client, { now, cast, names, random });
    const talks = await insertTalks(client, events, { now, cast, names, reference, random });
    const attendance = await insertAttendance(client, { events, talks, cast, random, now });
    await insertStars(client, attendance, { events, talks, cast, random, now });
    await insertTalkComments(client, { talks, attendance, cast, random, now });
    await insertEventComments(client, { events, attendance, cast, random, now });
    await insertModeration(client, { events, talks, cast, now });
    await options.saveImages(images);
  });
}

async function insertApplications(client: ClientBase, cast: Cast, { now, secretKey }: ShowcaseOptions): Promise<void> {
  const shared = { user_id: cast.named('admin').id, created_at: now.toISOString() };
  await insertRows(client, 'applications', [
    {
      ...shared,
      name: demoApplication.name,
      description: 'What the demo accounts log in with.',
      consumer_key: demoApplication.consumerKey,
      consumer_secret_encrypted: seal(demoApplication.consumerSecret, secretKey),
      may_use_password_grant: true,
      is_first_party: true,
      is_public: false,
      redirect_uris: [],
    },
    {
      ...shared,
      name: demoFrontend.name,
      description: demoFrontend.description,
      consumer_key: demoFrontend.consumerKey,
      // A public application has no secret: this one is discarded.
      consumer_secret_encrypted: seal(randomBytes(32).toString('base64url'), secretKey),
      may_use_password_grant: false,
      is_first_party: false,
      is_public: true,
      redirect_uris: demoFrontend.redirectUris,
    },
  ]);
}
