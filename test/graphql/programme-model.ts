import { pick, type Random } from '../process/random-world.js';
import * as make from '../support/factories.js';
import type { TestService } from '../support/service.js';

/** Random programmes, and a naive model of what the filters and orders of `Event.talks` return. */

const TYPES = ['TALK', 'SOCIAL_EVENT', 'KEYNOTE', 'WORKSHOP', 'EVENT_RELATED'] as const;
const TITLES = ['apple', 'Apple', 'äpple', 'Beta', 'beta 10', 'beta 2', 'Żeta', 'zeta', '漢字'];
export const ORDERS = ['START_TIME', 'START_TIME_DESC', 'TITLE', 'TITLE_DESC', 'RATING', 'COMMENTS'] as const;
export type Order = (typeof ORDERS)[number];

export interface ModelTalk {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  /** Seconds since 1970. */
  readonly startsAt: number;
  readonly tracks: readonly string[];
  readonly speakers: readonly string[];
  readonly starredBy: readonly string[];
  /** Of active commenters, none of whom speaks. */
  readonly ratings: readonly number[];
}

export interface ModelEvent {
  readonly id: string;
  /** Hours east of UTC in June. */
  readonly offset: number;
  readonly tracks: readonly string[];
  readonly talks: ModelTalk[];
}

export interface People {
  readonly speakers: readonly string[];
  readonly inactive: string;
  readonly viewers: readonly string[];
  readonly commenters: readonly string[];
}

/** Midnight UTC of the first day of all programmes. */
export const DAY = Date.UTC(2026, 5, 1) / 1000;
const HOUR = 3_600;

const some = <One>(random: Random, all: readonly One[], share: number) => all.filter(() => random() < share);

/** Inserts a random talk. Many share their start, title or rating with others. */
export async function addRandomTalk(
  { database: { pool } }: TestService,
  { id: event, talks, tracks }: ModelEvent,
  people: People,
  random: Random,
): Promise<ModelTalk> {
  const title = pick(random, TITLES) ?? '';
  const type = Math.floor(random() * TYPES.length);
  const startsAt = DAY + Math.floor(random() * 12) * HOUR;
  const row = { title, starts_at: new Date(startsAt * 1000), talk_type_id: type + 1 };
  const id = await make.createTalk(pool, event, row);
  const talk = {
    ...{ id, title, startsAt, type: TYPES[type] ?? '' },
    tracks: some(random, tracks, 0.4),
    speakers: some(random, [...people.speakers, people.inactive], 0.4),
    starredBy: some(random, people.viewers, 0.4),
    ratings: some(random, people.commenters, 0.4).map(() => Math.floor(random() * 6)),
  };
  for (const track of talk.tracks) await make.putOnTrack(pool, event, id, track);
  for (const user_id of talk.speakers) await make.createSpeaker(pool, event, id, { user_id });
  for (const viewer of talk.starredBy) await make.createStar(pool, event, id, viewer);
  for (const [place, rating] of talk.ratings.entries()) {
    await make.createTalkComment(pool, event, id, { user_id: people.commenters[place], rating });
  }
  talks.push(talk);
  return talk;
}

/** An event with random talks. */
export async function makeProgramme(
  service: TestService,
  people: People,
  random: Random,
  { offset, size, row }: { offset: number; size: number; row: Record<string, unknown> },
): Promise<ModelEvent> {
  const { pool } = service.database;
  const id = await make.createEvent(pool, row);
  const tracks = [await make.createTrack(pool, id), await make.createTrack(pool, id)];
  const event: ModelEvent = { id, offset, tracks, talks: [] };
  for (let n = 0; n < size; n += 1) await addRandomTalk(service, event, people, random);
  return event;
}

export async function makePeople({ database: { pool } }: TestService): Promise<People> {
  const users = (count: number) => Promise.all(Array.from({ length: count }, () => make.createUser(pool)));
  const inactive = await make.createUser(pool, { is_active: false });
  return { inactive, speakers: await users(2), viewers: await users(2), commenters: await users(3) };
}

/** The ICU root collation, then code points, as `collate "und-x-icu"`. */
const { compare } = new Intl.Collator('und');
const byTitle = (a: ModelTalk, b: ModelTalk) =>
  compare(a.title, b.title) || Buffer.compare(Buffer.from(a.title), Buffer.from(b.title)) || byId(a, b);
const byId = (a: ModelTalk, b: ModelTalk) => Number(a.id) - Number(b.id);
const byStart = (a: ModelTalk, b: ModelTalk) => a.startsAt - b.startsAt || byId(a, b);

function average({ ratings }: ModelTalk): number {
  const given = ratings.filter((rating) => rating > 0);
  return given.length === 0 ? -1 : given.reduce((sum, rating) => sum + rating, 0) / given.length;
}

export const comparisons: Readonly<Record<Order, (a: ModelTalk, b: ModelTalk) => number>> = {
  START_TIME: byStart,
  START_TIME_DESC: (a, b) => byStart(b, a),
  TITLE: byTitle,
  TITLE_DESC: (a, b) => byTitle(b, a),
  RATING: (a, b) => average(b) - average(a) || byStart(a, b),
  COMMENTS: (a, b) => b.ratings.length - a.ratings.length || byStart(a, b),
};

/** Arguments of `Event.talks`. Bounds are hours of the first day, on the clock of the event. */
export interface ModelQuery {
  readonly from?: number;
  readonly until?: number;
  readonly trackId?: string;
  readonly speakerId?: string;
  readonly type?: string;
  readonly starred?: boolean;
  readonly orderBy?: Order;
}

/** A random subset of the arguments. */
export function randomQuery({ tracks }: ModelEvent, people: People, random: Random): ModelQuery {
  const every: Required<ModelQuery> = {
    from: Math.floor(random() * 14) - 5,
    until: Math.floor(random() * 14),
    trackId: pick(random, [...tracks, '999999', 'x']) ?? '',
    speakerId: pick(random, [...people.speakers, people.inactive, '0']) ?? '',
    type: pick(random, TYPES) ?? '',
    starred: random() < 0.5,
    orderBy: pick(random, ORDERS) ?? 'TITLE',
  };
  return Object.fromEntries(Object.entries(every).filter(() => random() < 0.35));
}

export function expectedIds(
  { talks, offset }: ModelEvent,
  people: People,
  viewer: string,
  query: ModelQuery,
): string[] {
  const { from, until, trackId, speakerId, type, starred, orderBy = 'START_TIME' } = query;
  const hourOf = ({ startsAt }: ModelTalk) => (startsAt - DAY) / HOUR + offset;
  return talks
    .filter((talk) => from === undefined || hourOf(talk) >= from)
    .filter((talk) => until === undefined || hourOf(talk) < until)
    .filter((talk) => trackId === undefined || talk.tracks.includes(trackId))
    .filter(
      ({ speakers }) => speakerId === undefined || (speakers.includes(speakerId) && speakerId !== people.inactive),
    )
    .filter((talk) => type === undefined || talk.type === type)
    .filter(({ starredBy }) => starred === undefined || starredBy.includes(viewer) === starred)
    .sort(comparisons[orderBy])
    .map(({ id }) => id);
}

/** An hour of the first day on the clock of the event, as local time without an offset. */
const localTime = (hour: number) => new Date((DAY + hour * HOUR) * 1000).toISOString().slice(0, 16).replace('T', ' ');

/** The arguments in GraphQL. */
export function argumentsOf({ from, until, type, orderBy, ...others }: ModelQuery): string {
  const texts = {
    ...(from !== undefined && { from: `"${localTime(from)}"` }),
    ...(until !== undefined && { until: `"${localTime(until)}"` }),
    ...(type !== undefined && { type }),
    ...(orderBy !== undefined && { orderBy }),
    ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name, JSON.stringify(value)])),
  };
  return Object.entries(texts)
    .map(([name, text]) => `${name}: ${text}, `)
    .join('');
}
