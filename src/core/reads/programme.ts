import { sql, type RawBuilder } from 'kysely';
import { memoize } from '../../config/memoize.js';
import type { Visibility } from '../rules.js';
import { fairLow } from './fair-rating.js';
import { areResultsWithheld, visibleRatingCount } from './feedback-policy.js';
import { key, nameKey, type Order, type OrderKey } from './order.js';
import { childList, type ChildList, type Page, type PageRequest } from './page.js';
import { countOfTalk } from './pending-counts.js';
import { talkRecord, type TalkRecord } from './records.js';
import { viewerArgument, type ReadScope } from './scope.js';
import { talkRows, type TalkRow } from './talks.js';
import { byVisibility, type ViewerArgument } from './visibility.js';
import type { Parameters } from '../../database/sql/statement.js';

type ProgrammeParameters = Parameters<ViewerArgument>;

/** Average rating of the talk `t`; negative without visible ratings, so that such talks are last. */
const averageRating = (visibility: Visibility, $: ProgrammeParameters) => sql<number>`coalesce(
  (${countOfTalk('rating_sum')})::float8 / nullif(${visibleRatingCount(visibility, $)}, 0),
  -1)`;

const byStart = (direction: 'asc' | 'desc'): Order => [
  key('t.starts_at', 'startsAt', 'time', direction),
  key('t.id', 'id', 'id', direction),
];

/** A computed sort key: its field in rows, and its expression, evaluated once per talk. */
interface Rank {
  readonly field: string;
  readonly of: (visibility: Visibility, $: ProgrammeParameters) => RawBuilder<number>;
}

const ranks = {
  RATING: { field: 'averageRating', of: averageRating },
  BEST_RATED: {
    field: 'fairLow',
    of: (visibility, $) => sql<number>`case when ${areResultsWithheld(visibility, $)} then -1 else ${fairLow} end`,
  },
} as const satisfies Record<string, Rank>;

const byRank = (order: keyof typeof ranks): OrderKey => key('k.rank', ranks[order].field, 'number', 'desc');

/** Orders of a programme. Each is total; equal counts and ratings are in the order of the programme. */
const orders = {
  START_TIME: byStart('asc'),
  START_TIME_DESC: byStart('desc'),
  TITLE: [nameKey('t.title', 'title'), key('t.id', 'id', 'id', 'asc')],
  TITLE_DESC: [{ ...nameKey('t.title', 'title'), descending: true }, key('t.id', 'id', 'id', 'desc')],
  RATING: [byRank('RATING'), ...byStart('asc')],
  BEST_RATED: [byRank('BEST_RATED'), key('t.id', 'id', 'id', 'asc')],
  COMMENTS: [
    { expression: countOfTalk('comment_count'), field: 'commentCount', type: 'number', descending: true },
    ...byStart('asc'),
  ],
} as const satisfies Record<string, Order>;

export type TalkOrder = keyof typeof orders;

/** Criteria of a programme; null does not filter. */
export interface TalkCriteria {
  readonly type: string | null;
  readonly track: string | null;
  /** ID of an account. */
  readonly speaker: string | null;
  /** Whether the viewer starred the talk. */
  readonly starred: boolean | null;
}

/** The programme of one event: the talks that start at `from` or later and before `until`, in seconds since 1970. */
export interface ProgrammePart {
  readonly event: string;
  readonly from: number | null;
  readonly until: number | null;
}

export interface ProgrammeRequest {
  readonly order: TalkOrder;
  readonly criteria: TalkCriteria;
  readonly page: PageRequest;
}

/** The bounds of each event, because dates are interpreted in its time zone. */
interface ProgrammeArguments extends ViewerArgument, TalkCriteria {
  readonly events: readonly string[];
  readonly from: readonly (number | null)[];
  readonly until: readonly (number | null)[];
}

/**
 * All criteria are in one statement: one per combination would fill the connections with prepared statements. It reads
 * only talks of the event, by an index that starts and ends at the bounds.
 */
function matchingTalks(visibility: Visibility, $: Parameters<ProgrammeArguments>) {
  const bound = (name: 'from' | 'until') =>
    sql`to_timestamp((${$[name]}::float8[])[array_position(${$.events}::bigint[], parents.parent)])`;
  return talkRows(visibility, $).where(
    sql<boolean>`t.event_id = parents.parent
        and t.starts_at >= coalesce(${bound('from')}, '-infinity') and t.starts_at < coalesce(${bound('until')}, 'infinity')
        and (${$.type}::text is null or y.kind = ${$.type})
        and (${$.track}::bigint is null
          or t.id in (select tt.talk_id from talk_tracks tt where tt.track_id = ${$.track}::bigint))
        and (${$.speaker}::bigint is null
          or t.id in (select s.talk_id from talk_speakers s join users u on u.id = s.user_id and u.is_active
            where s.user_id = ${$.speaker}::bigint))
        and (${$.starred}::boolean is null
          or ${$.starred}::boolean = (t.id in (select s.talk_id from talk_stars s where s.user_id = ${$.viewer}::bigint)))`,
  );
}

const isRanked = (order: TalkOrder): order is keyof typeof ranks => Object.hasOwn(ranks, order);

/** The talks with the sort key of the order, if it is computed. `offset 0` makes PostgreSQL compute it once. */
function rankedTalks(order: TalkOrder, visibility: Visibility, $: Parameters<ProgrammeArguments>) {
  const talks = matchingTalks(visibility, $);
  if (!isRanked(order)) return talks;
  const { field, of } = ranks[order];
  const rank = sql<{ rank: number }>`(select ${of(visibility, $)} as rank offset 0)`.as<'k'>('k');
  return talks.innerJoinLateral(rank, (join) => join.onTrue()).select(sql.ref<number>('k.rank').as(field));
}

const programmes = byVisibility((visibility) =>
  memoize((order: TalkOrder): ChildList<ProgrammeArguments, TalkRow> =>
    childList(
      `programme by ${order}, ${visibility}`,
      () => orders[order],
      ($) => rankedTalks(order, visibility, $),
    ),
  ),
);

/** Creates the arguments of the statements. The bounds of parts are at the place of their event. */
function argumentsOf(scope: ReadScope, parts: readonly ProgrammePart[], criteria: TalkCriteria): ProgrammeArguments {
  const events = parts.map(({ event }) => event);
  const [from, until] = [parts.map((part) => part.from), parts.map((part) => part.until)];
  return { ...viewerArgument(scope), ...criteria, events, from, until };
}

/** Reads a page of the programme of each of several events, by one statement. */
export async function programmePages(
  scope: ReadScope,
  parts: readonly ProgrammePart[],
  { order, criteria, page }: ProgrammeRequest,
): Promise<Page<TalkRecord>[]> {
  const args = argumentsOf(scope, parts, criteria);
  const pages = await programmes(scope.visibility)(order).pages(scope.run, args, args.events, page);
  return pages.map((found) => ({ ...found, nodes: found.nodes.map((row) => talkRecord(row, scope)) }));
}

/** Counts the talks in the programme of each of several events, by one statement. */
export function programmeCounts(
  scope: ReadScope,
  parts: readonly ProgrammePart[],
  criteria: TalkCriteria,
): Promise<number[]> {
  const args = argumentsOf(scope, parts, criteria);
  return programmes(scope.visibility)('START_TIME').counts(scope.run, args, args.events);
}
