import { sql } from 'kysely';
import { key, type Order } from './order.js';
import { childList, rootList } from './page.js';
import { forEachParent } from './parents.js';
import { byVisibility, isEventVisible, relatedToViewer, type ViewerArgument } from './visibility.js';
import { anyId, db, epoch, statement, type Parameters, type RowOf } from '../../database/sql/statement.js';
import { countedOnTalk } from './fair-rating.js';
import { countOfTalk } from './pending-counts.js';
import { areUnrevealed, policyColumn, visibleRatingCount } from './feedback-policy.js';
import type { Visibility } from '../rules.js';

/**
 * Talks with all columns of a record, joined with the event `e` that determines their visibility. The number of ratings is
 * null while they are withheld from the viewer.
 */
export function talkRows(visibility: Visibility, $: Parameters<ViewerArgument>) {
  return db
    .selectFrom('talks as t')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .innerJoin('talk_types as y', 'y.id', 't.talk_type_id')
    .select([
      't.id',
      't.event_id as eventId',
      't.title',
      't.slug',
      't.description',
      'y.kind as type',
      't.language_id as languageId',
      epoch('t.starts_at').as('startsAt'),
      epoch<null>('t.starts_local').as('startsLocal'),
      'e.time_zone as timeZone',
      't.duration_minutes as durationMinutes',
      't.stub',
      countOfTalk('comment_count').as('commentCount'),
      visibleRatingCount(visibility, $).as('ratingCount'),
      countOfTalk('rating_sum').as('ratingSum'),
      countOfTalk('star_count').as('starCount'),
      policyColumn.as('policy'),
    ]);
}

export type TalkRow = RowOf<ReturnType<typeof talkRows>>;

const byStart = (direction: 'asc' | 'desc') => (): Order => [
  key('t.starts_at', 'startsAt', 'time', direction),
  key('t.id', 'id', 'id', direction),
];

export const talksById = byVisibility((visibility) =>
  statement(`talks by id, ${visibility}`, ($: Parameters<{ keys: readonly string[] } & ViewerArgument>) =>
    talkRows(visibility, $).where('t.id', '=', anyId($.keys)).where(isEventVisible(visibility, $)),
  ),
);

export const talkByStub = byVisibility((visibility) =>
  statement(`talk by stub, ${visibility}`, ($: Parameters<{ key: string } & ViewerArgument>) =>
    talkRows(visibility, $)
      .where(sql<boolean>`t.stub = lower(${$.key})`)
      .where(isEventVisible(visibility, $)),
  ),
);

/** The programme of an event. The caller has checked the event's visibility. */
export const talksOfEvent = byVisibility((visibility) =>
  childList(`talks of event, ${visibility}`, byStart('asc'), ($: Parameters<ViewerArgument>) =>
    talkRows(visibility, $).where(sql<boolean>`t.event_id = parents.parent`),
  ),
);

export const talksOfTrack = byVisibility((visibility) =>
  childList(`talks of track, ${visibility}`, byStart('asc'), ($: Parameters<ViewerArgument>) =>
    talkRows(visibility, $)
      .innerJoin('talk_tracks as tt', 'tt.talk_id', 't.id')
      .where(sql<boolean>`tt.track_id = parents.parent`),
  ),
);

/** The talks of a speaker at all events visible to the viewer. */
export const talksOfUser = byVisibility((visibility) =>
  childList(`talks of user, ${visibility}`, byStart('desc'), ($: Parameters<ViewerArgument>) =>
    talkRows(visibility, $)
      .where(sql<boolean>`t.id in (select s.talk_id from talk_speakers s where s.user_id = parents.parent)`)
      .where(isEventVisible(visibility, $)),
  ),
);

/** The talks that a user starred, at all events visible to the viewer. Stars are private: empty for other viewers. */
export const talksStarredByViewer = byVisibility((visibility) =>
  childList(`talks starred by user, ${visibility}`, byStart('desc'), ($: Parameters<ViewerArgument>) =>
    talkRows(visibility, $)
      .innerJoin('talk_stars as s', 's.talk_id', 't.id')
      .where(sql<boolean>`s.user_id = parents.parent and s.user_id = ${$.viewer}::bigint`)
      .where(isEventVisible(visibility, $)),
  ),
);

/** Talks whose title contains a text. */
export const talksByTitle = byVisibility((visibility) =>
  rootList(
    `talks by title, ${visibility}`,
    byStart('desc'),
    ($: Parameters<{ text: string } & ViewerArgument>) =>
      talkRows(visibility, $)
        .where(sql<boolean>`t.search_title like public.search_pattern(${$.text})`)
        .where(isEventVisible(visibility, $)),
    { isSearch: true },
  ),
);

/** The source from which each talk was imported last. */
export const originsOfTalks = statement(
  'origins of talks',
  ($: Parameters<{ keys: readonly string[] }>) => sql<OriginRow>`
    select distinct on (o.talk_id) o.talk_id as parent, o.source as name, o.foreign_id as "foreignId",
      date_part('epoch', o.imported_at) as "importedAtSeconds"
    from talk_origins o where o.talk_id = ${anyId($.keys)} order by o.talk_id, o.imported_at desc, o.source`,
);

export interface OriginRow {
  readonly parent: string;
  readonly name: string;
  readonly foreignId: string;
  readonly importedAtSeconds: number;
}

export const starredByViewer = relatedToViewer('talks starred by viewer', 'talk_stars', 'talk_id');
/** The talks with the viewer as a speaker, linked by both sides (contract §3.5). */
export const spokenByViewer = relatedToViewer('talks spoken by viewer', 'talk_speakers', 'talk_id');

/** The talks whose results are withheld from anonymous callers. */
export const unrevealedTalks = statement(
  'unrevealed talks',
  ($: Parameters<{ keys: readonly string[] } & ViewerArgument>) => sql<{ key: string }>`
    select t.id as key from talks t join events e on e.id = t.event_id
    where t.id = ${anyId($.keys)} and ${areUnrevealed($)}`,
);

/** The viewer's first rating of each of these talks. */
export const ratedByViewer = statement(
  'talks rated by viewer',
  ($: Parameters<{ keys: readonly string[] } & ViewerArgument>) =>
    db
      .selectFrom('talk_comments as c')
      .distinctOn('c.talk_id')
      .select(['c.talk_id as parent', 'c.rating'])
      .where('c.talk_id', '=', anyId($.keys))
      .where(sql<boolean>`c.user_id = ${$.viewer}::bigint`)
      .orderBy('c.talk_id')
      .orderBy('c.created_at')
      .orderBy('c.id'),
);

/** Number of comments per rating, from the same comments as the average (contract §4.5). */
export const talkRatingDistribution = statement(
  'talk rating distribution',
  ($: Parameters<{ keys: readonly string[] }>) =>
    forEachParent(
      { parents: $.keys },
      db
        .selectFrom('talk_comments as c')
        .select(['c.rating', sql<number>`count(*)::int`.as('count')])
        .where(countedOnTalk('parents.parent'))
        .groupBy('c.rating'),
    ),
);
