import { claimRecord } from '../../../rest-facade/nouns/moderation/record.js';
import { eventComment, talkComment } from './comment.js';
import { address, as, member, membersOf, project, selectionOf, type Member } from '../member.js';

const decisions: Readonly<Record<string, string>> = { UPHELD: 'approved', REJECTED: 'denied' };

/** A report of a comment, whose comment is always verbose (contract §3.8). */
const report = (comment: readonly Member[], about: readonly Member[]): Member[] => [
  member('reporting_date', 'reportedAt'),
  member('decision', 'decision', ({ decision }) => (decision === null ? null : decisions[decision])),
  member('deciding_date', 'decidedAt'),
  member('reporting_user_username', 'reporter { username }', ({ reporter }) => reporter?.username ?? null),
  member('deciding_user_username', 'decidedBy { username }', ({ decidedBy }) => decidedBy?.username ?? null),
  member('comment', `comment { ${selectionOf(comment, true)} }`, (node, asking) =>
    project(comment, node.comment, { ...asking, verbose: true }),
  ),
  member(
    'reporting_user_uri',
    'reporter { id }',
    address('users', ({ reporter }) => reporter?.id),
  ),
  member(
    'deciding_user_uri',
    'decidedBy { id }',
    address('users', ({ decidedBy }) => decidedBy?.id),
  ),
  ...about,
];

export const eventCommentReport = report(eventComment, [
  member(
    'event_uri',
    'comment { eventId }',
    address('events', (node) => node.comment.eventId),
  ),
]);

export const talkCommentReport = report(talkComment, [
  member(
    'event_uri',
    'comment { talk { eventId } }',
    address('events', (node) => node.comment.talk.eventId),
  ),
  member(
    'talk_uri',
    'comment { talkId }',
    address('talks', (node) => node.comment.talkId),
  ),
]);

/** Contract §3.2, Claims overview. */
export const claim = membersOf(claimRecord, {
  speaker_uri: as(
    'user { id }',
    address('users', ({ user }) => user?.id),
  ),
  talk_uri: as(
    'talk { id }',
    address('talks', (node) => node.talk.id),
  ),
  approve_claim_uri: as(
    'talk { id }',
    address('talks', (node) => node.talk.id, '/speakers'),
  ),
});
