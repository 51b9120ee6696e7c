import type { ReportRow } from '../../src/core/reads/moderation.js';
import { enumOf, field, nullable } from '../fields.js';
import { interfaceType, maybeRelated, related, objectType } from '../object-type.js';

export const ReportDecision = enumOf('ReportDecision', 'Decision of a host on a report.', {
  UPHELD: 'The report is upheld: the comment remains hidden.',
  REJECTED: 'The report is rejected: the comment is visible again.',
});

const reportFields = {
  id: field.id('Numeric ID of the report.'),
  reportedAt: field.dateTime('Time of the report, in UTC.'),
  decision: nullable.of(() => ReportDecision, 'The decision; null while the report is undecided.'),
  decidedAt: nullable.dateTime('Time of the decision, in UTC; null while the report is undecided.'),
  reporter: maybeRelated(
    'User',
    'user',
    'reporterId',
    'The user who reported the comment; null if the account no longer exists or is inactive.',
  ),
  decidedBy: maybeRelated(
    'User',
    'user',
    'decidedById',
    'The user who decided on the report; null if it is undecided or the account is inactive.',
  ),
};

interfaceType(
  'CommentReport',
  'A report of a comment, which is hidden until a host of the event decides.',
  { ...reportFields, comment: field.record('Comment', 'The reported comment.') },
  ({ talkCommentId }: ReportRow) => (talkCommentId === null ? 'EventCommentReport' : 'TalkCommentReport'),
);

objectType(
  'EventCommentReport',
  'A report of a comment on an event.',
  {
    ...reportFields,
    comment: related('EventComment', 'reportedEventComment', 'eventCommentId', 'The reported comment.'),
  },
  ['CommentReport'],
);

objectType(
  'TalkCommentReport',
  'A report of a comment on a talk.',
  { ...reportFields, comment: related('TalkComment', 'reportedTalkComment', 'talkCommentId', 'The reported comment.') },
  ['CommentReport'],
);

const ClaimSide = enumOf('ClaimSide', 'The two sides that must agree on a speaker claim.', {
  SPEAKER: 'The user to be linked to the speaker.',
  HOST: 'A host of the event.',
});

objectType(
  'SpeakerClaim',
  'A pending link between a speaker name on a talk and an account, which one side has yet to confirm.',
  {
    id: field.id('Numeric ID of the claim.'),
    displayName: field.string('The speaker name on the talk.'),
    awaits: field.of(() => ClaimSide, 'The side that has yet to confirm the claim.'),
    createdAt: field.dateTime('Time of the claim, in UTC.'),
    talk: related('Talk', 'talk', 'talkId', 'The claimed talk.'),
    user: maybeRelated('User', 'user', 'userId', 'The account to be linked; null if it is inactive.'),
  },
);
