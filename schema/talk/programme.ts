import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../../src/core/context.js';
import { childConnection, programmeConnection, type Connection } from '../../src/core/reads/connection.js';
import type { TalkRecord } from '../../src/core/reads/records.js';
import { programmeBounds, talkCriteriaOf } from '../../src/core/talk/talk-criteria.js';
import { enumOf, nullable, type InputOf } from '../fields.js';
import { pagedBy, pageRequest, type PageArgs } from '../paging.js';
import { selects } from '../selection.js';
import { talksWithRelations } from './talk-relations.js';
import { SessionType } from './talk.type.js';

const TalkOrder = enumOf('TalkOrder', 'Orders of the talks of an event. Each is stable.', {
  START_TIME: 'Earliest start first.',
  START_TIME_DESC: 'Latest start first.',
  TITLE: 'By title, from A to Z, in the order of the Unicode root collation.',
  TITLE_DESC: 'By title, from Z to A.',
  RATING: 'Highest average rating first; talks without visible ratings last. Equally rated talks by start.',
  BEST_RATED: 'Highest `Ratings.fairLow` first, then by ID. Talks with withheld ratings last.',
  COMMENTS: 'Highest number of visible comments first. Talks with equally many by start.',
});

const criteria = {
  from: nullable.tolerantDateTime('Only talks that start at or after this time.'),
  until: nullable.tolerantDateTime('Only talks that start before this time.'),
  trackId: nullable.id('Only talks of the track with this ID. No talk if it is not a track of the event.'),
  speakerId: nullable.id(
    'Only talks with a speaker who is linked to the account with this ID: the ID of a `User`, as in `Speaker.userId`, not of a `Speaker`, which belongs to one talk.',
  ),
  type: nullable.of(() => SessionType, 'Only talks of this session type.'),
  starred: nullable.boolean(
    'True: only talks that the viewer starred; false: only other talks. Error for anonymous callers: UNAUTHENTICATED.',
  ),
};
const programmeArgs = {
  ...criteria,
  orderBy: nullable.of(() => TalkOrder, 'Order of the talks; `START_TIME` if omitted.'),
};

type Args = InputOf<typeof programmeArgs> & PageArgs;

/** What the programme of an event depends on. */
interface ProgrammeOwner {
  readonly id: string;
  readonly timeZone: string;
  readonly talkCount: number;
}

const isFiltered = (args: Args): boolean => Object.keys(criteria).some((name) => args[name as keyof Args] != null);
const isWhole = (args: Args): boolean => !isFiltered(args) && (args.orderBy ?? 'START_TIME') === 'START_TIME';

const requestOf = (args: Args, { viewer, maxPageSize }: Context) => ({
  page: pageRequest(args, maxPageSize),
  ...talkCriteriaOf(args, viewer),
});

/** The time zone of the event is known only with its record, so a programme between dates is not read ahead. */
async function readAhead(event: string, context: Context, args: Args): Promise<unknown> {
  const { reads, maxPageSize } = context;
  if (isWhole(args)) return reads.page('talksOfEvent', event, pageRequest(args, maxPageSize));
  if (args.from != null || args.until != null) return undefined;
  return reads.programmePage({ event, from: null, until: null }, requestOf(args, context));
}

async function programme(
  { id, timeZone, talkCount }: ProgrammeOwner,
  args: Args,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<Connection<TalkRecord>> {
  const { reads, maxPageSize, now } = context;
  if (isWhole(args)) return childConnection(reads, 'talksOfEvent', id, pageRequest(args, maxPageSize), talkCount);
  const request = requestOf(args, context);
  const { isRelative, ...bounds } = programmeBounds(args, timeZone, now);
  if (isRelative) reads.expireAt(now);
  const total = isFiltered(args) ? undefined : talkCount;
  return programmeConnection(reads, { event: id, ...bounds }, request, selects(info, 'totalCount'), total);
}

/** Cost of filtering or sorting all talks of an event, in records. */
const SEARCH_COST = 20;

/** A programme in the order of starts, possibly between dates, is read from an index. */
const costOf = ({ from, until, orderBy, ...filters }: InputOf<typeof programmeArgs>): number =>
  isFiltered(filters) || !(orderBy ?? 'START_TIME').startsWith('START_TIME') ? SEARCH_COST : 0;

/** The programme of an event: a page of its talks. */
export const programmeOfEvent = pagedBy(
  'Talk',
  'Talks of the event, earliest start first.',
  programmeArgs,
  (event: ProgrammeOwner, args, context, info) =>
    talksWithRelations(programme(event, args, context, info), context.reads, info),
  readAhead,
  costOf,
);
