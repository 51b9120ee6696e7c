import type { eventCommentRecord, talkCommentRecord } from '../../shape/comment.js';
import type { claimRecord, reportRecord } from '../../shape/moderation.js';
import { reportDecisions } from '../../wire-values.js';
import { address, named, one, orNull, rating, text } from '../json-schema.js';
import { of, only, own, verbose, type MembersOf } from '../member.js';

const link = (description: string) => own(address, description);
const ANONYMOUS = 'Empty for comments of nobody.';
const byAccount = 'where an account wrote it';
const avatar = verbose(of('User.avatarHash'));

/** Contract §3.6. */
export const talkComment: MembersOf<ReturnType<typeof talkCommentRecord>> = {
  rating: of('TalkComment.rating', rating),
  comment: of('TalkComment.text'),
  user_display_name: of('User.fullName', text, ANONYMOUS),
  username: of('User.username', orNull(text), 'Null for comments of nobody.'),
  talk_title: of('TalkComment.talkTitle'),
  source: verbose(of('TalkComment.source')),
  created_date: of('TalkComment.createdAt'),
  gravatar_hash: avatar,
  avatar_hash: avatar,
  uri: link('This comment.'),
  verbose_uri: link('This comment with `verbose=yes`.'),
  talk_uri: link('The talk.'),
  talk_comments_uri: link('All comments on the talk.'),
  reported_uri: link('Where it is reported.'),
  user_uri: only(byAccount, link('Who wrote it.')),
};

/** Contract §3.7. */
export const eventComment: MembersOf<ReturnType<typeof eventCommentRecord>> = {
  rating: of('EventComment.rating', orNull(rating)),
  comment: of('EventComment.text'),
  source: verbose(of('EventComment.source')),
  created_date: of('EventComment.createdAt'),
  gravatar_hash: avatar,
  avatar_hash: avatar,
  user_display_name: of('User.fullName', text, ANONYMOUS),
  username: only(byAccount, of('User.username')),
  user_uri: only(byAccount, link('Who wrote it.')),
  comment_uri: link('This comment.'),
  verbose_comment_uri: link('This comment with `verbose=yes`.'),
  event_uri: link('The event.'),
  event_comments_uri: link('All comments on the event.'),
  reported_uri: link('Where it is reported.'),
};

/** Contract §3.8. */
export const report: MembersOf<ReturnType<typeof reportRecord> & { event_uri: string; talk_uri?: string }> = {
  reporting_date: of('CommentReport.reportedAt'),
  decision: of('CommentReport.decision', orNull(one(...Object.values(reportDecisions)))),
  deciding_date: of('CommentReport.decidedAt'),
  reporting_user_username: of('CommentReport.reporter', orNull(text), 'Here the username.'),
  deciding_user_username: of('CommentReport.decidedBy', orNull(text), 'Here the username.'),
  comment: own(
    { anyOf: [named('TalkComment'), named('EventComment')] },
    'The reported comment in its verbose form. Its own addresses answer 404: nobody else sees it.',
  ),
  reporting_user_uri: only('where an account reported it', link('Who reported it.')),
  deciding_user_uri: only('once an account has decided', link('Who decided.')),
  event_uri: link('The event.'),
  talk_uri: only('for comments on talks', link('The talk.')),
};

/** Contract §3.2, Claims overview. */
export const claim: MembersOf<ReturnType<typeof claimRecord>> = {
  date_added: of('SpeakerClaim.createdAt'),
  display_name: of('SpeakerClaim.displayName'),
  speaker_uri: only('where the account still exists', link('The account that is to be linked.')),
  talk_uri: link('The talk.'),
  approve_claim_uri: verbose(link('Where the claim is confirmed, or rejected.')),
};
