import type { ClientBase } from 'pg';
import { commentDigest } from '../../core/comment/comment-input.js';
import { insertRows, reserveIds } from '../../core/bulk/insert-rows.js';
import { type Cast, type CastMember, type PlacedEvent, type PlacedTalk, iso } from './cast.js';

const HOUR = 3_600_000;
const REPORTED_TALK = 'GraphQL in front, REST behind: living with two doors';
const CLAIMED_TALK = 'Lightning talks';
const MODERATED_EVENT = 'moji';
const advertisement =
  'Boring!!! Come to the MEGACOIN JACKPOT GALA instead, double your coins in ONE night, write to me for tickets';

interface Matters {
  readonly events: readonly PlacedEvent[];
  readonly talks: readonly PlacedTalk[];
  readonly cast: Cast;
  readonly now: Date;
}

/**
 * Inserts a pending report and a pending speaker claim for the demo host, and a decided report. Both reported comments
 * are the same advertisement, and are hidden.
 */
export async function insertModeration(client: ClientBase, { events, talks, cast, now }: Matters): Promise<void> {
  const reported = find(talks, ({ talk }) => talk.title === REPORTED_TALK, REPORTED_TALK);
  const claimed = find(talks, ({ talk }) => talk.title === CLAIMED_TALK, CLAIMED_TALK);
  const moderated = find(events, ({ conference }) => conference.stub === MODERATED_EVENT, MODERATED_EVENT);
  const author = cast.named('bruno');
  const claimant = cast.named('speaker');
  const before = (hours: number): string => iso(now.getTime() - hours * HOUR);
  const [talkCommentId] = await reserveIds(client, 'talk_comments', 1);
  const [eventCommentId] = await reserveIds(client, 'event_comments', 1);
  const comment = {
    user_id: author.id,
    comment: advertisement,
    source: 'Web',
    is_hidden: true,
    digest: commentDigest(advertisement),
  };
  await insertRows(client, 'talk_comments', [
    {
      ...comment,
      id: talkCommentId!,
      event_id: reported.event.id,
      talk_id: reported.id,
      rating: await ratingOf(client, author, { table: 'talk_comments', column: 'talk_id', id: reported.id }),
      created_at: before(2),
    },
  ]);
  await insertRows(client, 'event_comments', [
    {
      ...comment,
      id: eventCommentId!,
      event_id: moderated.id,
      author_name: author.fullName,
      rating: await ratingOf(client, author, { table: 'event_comments', column: 'event_id', id: moderated.id }),
      created_at: before(240),
    },
  ]);
  const undecided = { decision: null, decided_by_id: null, decided_at: null };
  const upheld = { decision: 'UPHELD' as const, decided_by_id: cast.named('host').id, decided_at: before(230) };
  await insertRows(client, 'comment_reports', [
    {
      event_id: moderated.id,
      event_comment_id: eventCommentId!,
      talk_comment_id: null,
      reporter_id: cast.named('liv').id,
      created_at: before(236),
      ...upheld,
    },
    {
      event_id: reported.event.id,
      event_comment_id: null,
      talk_comment_id: talkCommentId!,
      reporter_id: cast.named('attendee').id,
      created_at: before(1),
      ...undecided,
    },
  ]);
  const row = find(claimed.speakers, ({ displayName }) => displayName === claimant.fullName, claimant.fullName);
  await insertRows(client, 'speaker_claims', [
    {
      event_id: claimed.event.id,
      talk_id: claimed.id,
      speaker_id: row.id,
      user_id: claimant.id,
      submitted_by_id: claimant.id,
      created_at: before(3),
      claimed_at: before(3),
      assigned_at: null,
    },
  ]);
}

interface RatedRecord {
  readonly table: 'event_comments' | 'talk_comments';
  readonly column: 'event_id' | 'talk_id';
  readonly id: number;
}

/** The lowest rating; 0 if the author has already rated the subject, as in the service. */
async function ratingOf(client: ClientBase, author: CastMember, { table, column, id }: RatedRecord): Promise<number> {
  const rated = `select from ${table} where ${column} = $1 and user_id = $2 and rating > 0`;
  return (await client.query(rated, [id, author.id])).rowCount === 0 ? 1 : 0;
}

function find<Item>(items: readonly Item[], matches: (item: Item) => boolean, name: string): Item {
  const found = items.find(matches);
  if (!found) throw new Error(`The demo data has no "${name}": moderation.ts needs it.`);
  return found;
}
