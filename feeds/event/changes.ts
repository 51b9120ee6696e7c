import { row } from '../../src/http/rows/row.js';
import { EventChangesDocument, type EventChangesQuery } from '../documents.generated.js';

type Change = EventChangesQuery['changes']['nodes'][number];
type Talk = NonNullable<Change['before']>;

const talkOf = (talk: Talk | null) =>
  talk && {
    title: talk.title,
    starts_at: talk.startsAt,
    duration_minutes: talk.durationMinutes,
    room: talk.room,
    track_ids: talk.trackIds,
  };

const recordOf = ({ kind, at, recordId, before, after }: Change) => ({
  type: typeOf(kind),
  at,
  record_id: recordId,
  before: talkOf(before),
  after: talkOf(after),
});

/** As in webhooks: `TALK_COMMENT_CREATED` is `talk_comment.created`. */
const typeOf = (kind: string): string => kind.toLowerCase().replace(/_([a-z]+)$/, '.$1');

/**
 * The changes of an event as JSON, for programs that follow it without GraphQL. Never cached: the end of a transaction
 * elsewhere can make changes appear without a write to this event.
 */
export const changesFeed = row('/feeds/events/:id/changes.json', EventChangesDocument, {
  parameters: ['after'],
  variables: ({ params, query }) => ({ id: params.id, after: query.get('after') || null }),
  cache: null,
  isList: true,
  reply: ({ changes }) => ({
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
    body: `${JSON.stringify({
      changes: changes.nodes.map(recordOf),
      next: changes.endCursor,
      has_more: changes.pageInfo.hasNextPage,
      head: changes.headCursor,
    })}\n`,
  }),
});
