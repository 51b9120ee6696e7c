import type { ClientBase } from 'pg';
import { commentDigest } from '../../core/comment/comment-input.js';
import { insertRows, reserveIds } from '../../core/bulk/insert-rows.js';
import type { NewRow, TableName } from '../../database/insert-batch.js';
import { remarks, replies, eventRemarks } from '../data/index.js';
import type { DemoComment, Remark } from '../data/schema.js';
import type { Random } from '../seed/seed.js';
import { type Cast, type CastMember, type PlacedTalk, iso, type PlacedEvent } from './cast.js';
import type { Attendance } from './attendance.js';

const DAY = 86_400_000;
const TALK_COMMENT_DAYS = 6;
const ANONYMOUS = 0.06;

/** A row with its time, by which comments are sorted. */
type Dated<Name extends TableName> = NewRow<Name> & { readonly created_at: string };

interface TalkCommentSetting {
  readonly talks: readonly PlacedTalk[];
  readonly attendance: Attendance;
  readonly cast: Cast;
  readonly random: Random;
  readonly now: Date;
}

/**
 * Inserts comments on talks that have started: those written for a talk, then remarks, each generic one used at most
 * twice.
 */
export async function insertTalkComments(client: ClientBase, setting: TalkCommentSetting): Promise<void> {
  const { talks, random, now } = setting;
  const started = talks.filter(({ event, startsAt }) => event.isPublic && startsAt.toMillis() < now.getTime());
  const [dealFirst, dealSecond] = [deckOf(remarks, random), deckOf(remarks, random)];
  const dealReply = deckOf(replies, random);
  const decks = new Map<number, () => Remark | undefined>();
  const rows: Dated<'talk_comments'>[] = [];
  const effective = ratingRule();
  for (const placed of random.sample(started, started.length)) {
    const { id, event, startsAt, minutes, speakers } = placed;
    let dealLocal = decks.get(event.id);
    if (!dealLocal) decks.set(event.id, (dealLocal = deckOf(event.conference.remarks ?? [], random)));
    const comments = commentsOn(placed, [dealLocal, dealFirst, dealSecond], dealReply, setting);
    const end = Math.min(startsAt.plus({ minutes }).toMillis(), (startsAt.toMillis() + now.getTime()) / 2);
    const times = moments(comments.length, end, Math.min(end + TALK_COMMENT_DAYS * DAY, now.getTime()), random);
    comments.forEach(([author, rating, comment], index) => {
      const member = author === null ? null : setting.cast.named(author);
      const isSpeaker = speakers.some((speaker) => speaker.member === member && member !== null);
      rows.push({
        event_id: event.id,
        talk_id: id,
        user_id: member?.id ?? null,
        rating: effective(id, member?.id ?? null, !isSpeaker, rating),
        comment,
        source: pickSource(random),
        is_hidden: false,
        digest: commentDigest(comment),
        created_at: iso(times[index]!),
      });
    });
  }
  rows.sort((one, other) => one.created_at.localeCompare(other.created_at));
  const ids = await reserveIds(client, 'talk_comments', rows.length);
  await insertRows(
    client,
    'talk_comments',
    rows.map((row, index) => ({ ...row, id: ids[index]! })),
  );
}

function commentsOn(
  { talk, event, speakers }: PlacedTalk,
  decks: readonly (() => Remark | undefined)[],
  dealReply: () => string | undefined,
  { attendance, random }: TalkCommentSetting,
): DemoComment[] {
  const comments: DemoComment[] = [...(talk.comments ?? [])];
  if (talk.kind === 'EVENT_RELATED' || talk.kind === 'SOCIAL_EVENT') return comments;
  const quiet = (member: CastMember): boolean =>
    member.username === 'admin' ||
    comments.some(([author]) => author === member.username) ||
    speakers.some((speaker) => speaker.member === member);
  const audience = (attendance.get(event.id) ?? []).filter((member) => !quiet(member));
  const wanted = comments.length > 2 ? random.between(0, 1) : random.between(1, 3);
  for (const member of random.sample(audience, wanted)) {
    const remark = dealFrom(decks);
    if (remark) comments.push([random.chance(ANONYMOUS) ? null : member.username, ...remark]);
  }
  const answering = speakers.find(({ member }) => member !== null)?.member;
  const reply = answering && comments.length > 2 && random.chance(0.3) ? dealReply() : undefined;
  if (answering && reply !== undefined) comments.push([answering.username, 0, reply]);
  return comments;
}

/** Draws from the first deck that is not empty: event-specific remarks precede generic ones. */
function dealFrom(decks: readonly (() => Remark | undefined)[]): Remark | undefined {
  for (const deal of decks) {
    const card = deal();
    if (card) return card;
  }
  return undefined;
}

const EVENT_COMMENT_DAYS = 8;

interface EventCommentSetting {
  readonly events: readonly PlacedEvent[];
  readonly attendance: Attendance;
  readonly cast: Cast;
  readonly random: Random;
  readonly now: Date;
}

/** Inserts comments on events; generic remarks only after the event has ended. */
export async function insertEventComments(client: ClientBase, setting: EventCommentSetting): Promise<void> {
  const { events, cast, random, now } = setting;
  const deal = deckOf(eventRemarks, random);
  const effective = ratingRule();
  const rows: Dated<'event_comments'>[] = [];
  for (const { id, conference, schedule, hosts } of events) {
    const comments: DemoComment[] = [...(conference.comments ?? [])];
    if (schedule.endsAt.toMillis() < now.getTime()) {
      const silent = (setting.attendance.get(id) ?? []).filter(
        (member) => !hosts.includes(member) && !comments.some(([author]) => author === member.username),
      );
      for (const member of random.sample(silent, random.between(1, 2))) {
        const remark = deal();
        if (remark) comments.push([member.username, ...remark]);
      }
    }
    const from = Math.min(schedule.startsAt.toMillis(), now.getTime() - EVENT_COMMENT_DAYS * DAY);
    const to = Math.min(schedule.endsAt.toMillis() + EVENT_COMMENT_DAYS * DAY, now.getTime());
    const times = moments(comments.length, from, to, random);
    comments.forEach(([author, rating, comment], index) => {
      const member = author === null ? null : cast.named(author);
      rows.push({
        event_id: id,
        user_id: member?.id ?? null,
        author_name: member?.fullName ?? null,
        rating: effective(id, member?.id ?? null, member === null || !hosts.includes(member), rating),
        comment,
        source: pickSource(random),
        is_hidden: false,
        digest: commentDigest(comment),
        created_at: iso(times[index]!),
      });
    });
  }
  rows.sort((one, other) => one.created_at.localeCompare(other.created_at));
  const ids = await reserveIds(client, 'event_comments', rows.length);
  await insertRows(
    client,
    'event_comments',
    rows.map((row, index) => ({ ...row, id: ids[index]! })),
  );
}

/** The source applications of comments; null if none was recorded. */
const sources: readonly (string | null)[] = ['Lectern', 'Lectern', 'Web', 'Web', 'Android', null];

const pickSource = (random: Random): string | null => random.pick(sources);

/** A shuffled deck that deals each card once; undefined when empty. */
function deckOf<Card>(cards: readonly Card[], random: Random): () => Card | undefined {
  const rest = random.sample(cards, cards.length);
  return () => rest.pop();
}

/** Generates `count` sorted instants (milliseconds) between two others, denser at the beginning. */
function moments(count: number, from: number, to: number, random: Random): number[] {
  return Array.from({ length: count }, () => from + (to - from) * random.next() ** 2).sort((one, other) => one - other);
}

/** Tracks ratings: a second rating of the same subject by one author counts as 0, as in the service. */
function ratingRule(): (thing: number, author: number | null, mayRate: boolean, rating: number) => number {
  const rated = new Set<string>();
  return (thing, author, mayRate, rating) => {
    if (author === null) return rating;
    const key = `${thing} ${author}`;
    if (!mayRate || rated.has(key)) return 0;
    if (rating > 0) rated.add(key);
    return rating;
  };
}
