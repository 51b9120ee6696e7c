import { may } from './truth.js';
import { SAID, type At } from './world.js';
import type { Wrong, Write } from './write.js';

const HOSTS = 'FORBIDDEN HOSTS_ONLY';
const body = () => ({ comment: 'Well said', rating: 4 });
const input = () => ({ text: 'Well said', rating: 4 });

const wrong: readonly Wrong[] = [
  { by: 'stranger', told: 'INVALID FIELD_REQUIRED:comment', body: { comment: ' ' }, input: { text: ' ' } },
  { by: 'stranger', told: 'INVALID RATING_OUT_OF_RANGE:rating', body: { rating: 6 }, input: { rating: 6 } },
  { by: 'stranger', told: 'INVALID FIELD_REQUIRED:rating', body: { rating: undefined }, input: { rating: undefined } },
  { by: 'stranger', told: 'SPAM COMMENT_IS_SPAM', body: { comment: 'cheap pills' }, input: { text: 'cheap pills' } },
  { by: 'owner', told: 'DUPLICATE COMMENT_DUPLICATE', body: { comment: SAID }, input: { text: SAID } },
  {
    ...{ by: 'stranger', told: 'INVALID COMMENTS_CLOSED' },
    given: ({ event }) =>
      `update events set starts_at = '2020-01-01' where id = ${event};
       update talks set starts_at = '2020-01-01' where event_id = ${event}`,
  },
];
const undecided: Wrong = {
  ...{ by: 'host', told: 'INVALID FIELD_REQUIRED:decision' },
  ...{ body: { decision: 'perhaps' }, input: { decision: null } },
};
const unreported: Wrong = { by: 'host', told: 'NOT_FOUND COMMENT_UNKNOWN', given: () => 'delete from comment_reports' };
const gone = (table: string): Wrong => ({
  by: 'stranger',
  told: 'NOT_FOUND COMMENT_UNKNOWN',
  given: () => `delete from ${table}`,
});

const EDIT = { mutation: 'editTalkComment', row: 'PUT /v2.1/talk_comments/{id}', asks: ['mayEditComment'] } as const;
const REPORT = { mutation: 'reportTalkComment', row: 'POST /v2.1/talk_comments/{id}/reported' } as const;
const idOf = (name: 'talkComment' | 'privateComment' | 'reportedTalkComment') => ({
  ids: (at: At) => [at[name]],
  input: (at: At) => ({ talkCommentId: at[name] }),
});

export const writesToComments: readonly Write[] = [
  {
    ...{ name: 'comment on an event', mutation: 'commentOnEvent', row: 'POST /v2.1/events/{id}/comments' },
    ...{ ids: ({ event }) => [event], body, input: ({ event }) => ({ eventId: event, ...input() }) },
    ...{ asks: [], truth: may('members'), unseen: 'EVENT_UNKNOWN', wrong },
  },
  {
    ...{ name: 'comment on a talk', mutation: 'commentOnTalk', row: 'POST /v2.1/talks/{id}/comments' },
    ...{ ids: ({ talk }) => [talk], body, input: ({ talk }) => ({ talkId: talk, ...input() }) },
    ...{ asks: [], truth: may('members'), unseen: 'TALK_UNKNOWN' },
    wrong: [...wrong, { by: 'stranger', told: 'RATE_LIMITED RATE_LIMITED', times: 2 }],
  },
  {
    ...{ name: 'edit a comment', ...EDIT, ids: ({ talkComment }) => [talkComment] },
    ...{ body: () => ({ comment: 'Better said' }) },
    input: ({ talkComment }) => ({ talkCommentId: talkComment, text: 'Better said' }),
    ...{ truth: may('owners', 'FORBIDDEN AUTHOR_ONLY'), unseen: 'COMMENT_UNKNOWN' },
    wrong: [
      { by: 'owner', told: 'INVALID FIELD_REQUIRED:comment', body: { comment: '' }, input: { text: '' } },
      { by: 'owner', told: 'SPAM COMMENT_IS_SPAM', body: { comment: 'cheap pills' }, input: { text: 'cheap pills' } },
      {
        by: 'owner',
        told: 'INVALID EDIT_TIME_OVER',
        given: () => "update talk_comments set created_at = '2020-01-01'",
      },
      {
        ...{ by: 'owner', told: 'DUPLICATE COMMENT_DUPLICATE', body: { comment: 'More' }, input: { text: 'More' } },
        given: ({ reportedTalkComment }) =>
          `update talk_comments set digest = left(encode(sha256('more'), 'hex'), 32) where id = ${reportedTalkComment}`,
      },
    ],
  },
  {
    ...{ name: 'report a comment on an event', mutation: 'reportEventComment', asks: [], truth: may('members') },
    ...{ row: 'POST /v2.1/event_comments/{id}/reported', ids: ({ eventComment }) => [eventComment] },
    ...{ input: ({ eventComment }) => ({ eventCommentId: eventComment }), unseen: 'COMMENT_UNKNOWN' },
    wrong: [gone('event_comments')],
  },
  {
    ...{ name: 'report a comment on a talk', ...REPORT, ...idOf('talkComment'), asks: [], truth: may('members') },
    ...{ unseen: 'COMMENT_UNKNOWN', wrong: [gone('talk_comments')] },
  },
  {
    ...{ name: 'report a private comment', ...REPORT, ...idOf('privateComment'), asks: ['maySeePrivateComment'] },
    ...{ truth: may('readers', 'NOT_FOUND COMMENT_UNKNOWN'), unseen: 'COMMENT_UNKNOWN', wrong: [] },
  },
  {
    ...{ name: 'decide about a comment on an event', mutation: 'decideEventCommentReport' },
    ...{ row: 'PUT /v2.1/event_comments/{id}/reported', ids: ({ reportedEventComment }) => [reportedEventComment] },
    body: () => ({ decision: 'denied' }),
    input: ({ reportedEventComment }) => ({ eventCommentId: reportedEventComment, decision: 'REJECTED' }),
    ...{ asks: ['mayModerate'], truth: may('hosts', HOSTS), unseen: 'COMMENT_UNKNOWN', wrong: [undecided, unreported] },
  },
  {
    ...{
      name: 'decide about a comment on a talk',
      mutation: 'decideTalkCommentReport',
      body: () => ({ decision: 'approved' }),
    },
    ...{ row: 'PUT /v2.1/talk_comments/{id}/reported', ids: ({ reportedTalkComment }) => [reportedTalkComment] },
    input: ({ reportedTalkComment }) => ({ talkCommentId: reportedTalkComment, decision: 'UPHELD' }),
    ...{ asks: ['mayModerate'], truth: may('hosts', HOSTS), unseen: 'COMMENT_UNKNOWN', wrong: [undecided, unreported] },
  },
];
