import type { ClientBase } from 'pg';
import { commentDigest } from '../../core/comment/comment-input.js';
import { insertRows, reserveIds } from '../../core/bulk/insert-rows.js';
import type { CrowdEvent } from './events.js';
import { type CrowdSetting, DAY, share, skewedWeights, strideThrough, feedback } from './setting.js';
import type { SpeakersOf } from './participants.js';
import type { CrowdTalk } from './talks.js';
import type { CrowdMember } from './users.js';

const COMMENTS_PER_EVENT = 5;
const EVENT_COMMENTS_PER_USER = 10;
const TALKATIVE_DAYS = 20;
const ratings = [1, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5];
const sources = ['Lectern', 'Web', 'Android', null];

interface CommentSubject {
  readonly id: number;
  readonly eventId: number;
  readonly endsAt: number;
  /** Users whose rating counts as 0. */
  readonly mayNotRate: readonly number[];
}

interface CommentTargets {
  readonly events: readonly CrowdEvent[];
  readonly talks: readonly CrowdTalk[];
  readonly speakers: SpeakersOf;
  readonly users: readonly CrowdMember[];
}

/** Inserts `count` talk comments and some event comments, on past subjects; the distribution is skewed. */
export async function insertComments(
  client: ClientBase,
  count: number,
  targets: CommentTargets,
  setting: CrowdSetting,
): Promise<void> {
  const { events, talks, speakers, users } = targets;
  const lectures = talks.map((talk): CommentSubject => ({ ...talk, mayNotRate: speakers.get(talk.id) ?? [] }));
  const gatherings = events.map(({ id, mornings, hosts }): CommentSubject => ({
    id,
    eventId: id,
    endsAt: (mornings.at(-1) ?? 0) + DAY / 2,
    mayNotRate: hosts.map((host) => host.id),
  }));
  const onEvents = Math.min(events.length * COMMENTS_PER_EVENT, users.length * EVENT_COMMENTS_PER_USER);
  setting.written(0, 'comments on events');
  const eventCommentIds = await reserveIds(client, 'event_comments', onEvents);
  await insertRows(
    client,
    'event_comments',
    map(generateComments(gatherings, onEvents, users, setting), ({ subject, author, ...row }, index) => ({
      ...row,
      id: eventCommentIds[index]!,
      event_id: subject.eventId,
      author_name: author?.fullName ?? null,
    })),
  );
  const talkCommentIds = await reserveIds(client, 'talk_comments', count);
  await insertRows(
    client,
    'talk_comments',
    map(generateComments(lectures, count, users, setting), ({ subject, author: _, ...row }, index) => ({
      ...row,
      id: talkCommentIds[index]!,
      event_id: subject.eventId,
      talk_id: subject.id,
    })),
    (written) => setting.written(written, 'comments'),
  );
}

interface GeneratedComment {
  readonly subject: CommentSubject;
  readonly author: CrowdMember | null;
  readonly user_id: number | null;
  readonly rating: number;
  readonly comment: string;
  readonly source: string | null;
  readonly is_hidden: boolean;
  readonly digest: string;
  readonly created_at: string;
}

/** At most one comment per author and subject; the rest is anonymous. */
function* generateComments(
  subjects: readonly CommentSubject[],
  count: number,
  users: readonly CrowdMember[],
  { random, now }: CrowdSetting,
): Generator<GeneratedComment, void> {
  const weights = skewedWeights(subjects.length, random);
  const past = weights.map((weight, place) => (subjects[place]!.endsAt < now ? weight : 0));
  const counts = share(count, past.some((weight) => weight > 0) ? past : weights);
  for (const [place, subject] of subjects.entries()) {
    const wanted = counts[place] ?? 0;
    const authors = wanted > 0 ? strideThrough(users, wanted, random) : [];
    for (let index = 0; index < wanted; index++) {
      const author = (random.chance(0.97) ? authors[index] : undefined) ?? null;
      const comment = feedback(random);
      yield {
        subject,
        author,
        user_id: author?.id ?? null,
        rating: author && subject.mayNotRate.includes(author.id) ? 0 : random.pick(ratings),
        comment,
        source: random.pick(sources),
        is_hidden: random.chance(0.002),
        digest: commentDigest(comment),
        created_at: new Date(Math.min(now, subject.endsAt + random.next() * TALKATIVE_DAYS * DAY)).toISOString(),
      };
    }
  }
}

function* map<Item, Result>(
  items: Iterable<Item>,
  change: (item: Item, index: number) => Result,
): Generator<Result, void> {
  let index = 0;
  for (const item of items) yield change(item, index++);
}
