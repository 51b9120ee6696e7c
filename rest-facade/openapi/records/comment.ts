import type { eventCommentRecord, talkCommentRecord } from '../../shape/comment.js';
import type { claimRecord, reportRecord } from '../../shape/moderation.js';
import { reportDecisions } from '../../wire-values.js';
import { address, named, one, orNull, rating, text } from '../json-schema.js';
import { of, only, own, verbose, type MembersOf } from '../member.js';

const link = (description: string) => own(address, description);
const ANONYMOUS = 'Empty for anonymous comments and for inactive accounts.';
const UNKNOWN_TOOL = 'In v2.1 an empty string instead of null.';
const byAccount = 'for comments by an account';
const avatar = verbose(of('User.avatarHash'));

/** Contract §3.6. */
export const talkComment: MembersOf<ReturnType<typeof talkCommentRecord>> = {
  rating: of('TalkComment.rating', rating),
  comment: of('TalkComment.text'),
  user_display_name: of('User.fullName', text, ANONYMOUS),
  username: of('User.username', orNull(text), 'Null for anonymous comments.'),
  talk_title: of('TalkComment.talkTitle'),
  source: verbose(of('TalkComment.source', text, UNKNOWN_TOOL)),
  created_date: of('TalkComment.createdAt'),
  gravatar_hash: avatar,
  avatar_hash: avatar,
  uri: link('This comment.'),
  verbose_uri: link('This comment with `verbose=yes`.'),
  talk_uri: link('The talk.'),
  talk_comments_uri: link('All comments on the talk.'),
  reported_uri: link('Reports this comment, with POST.'),
  user_uri: only(byAccount, link('The author.')),
};

/** Contract §3.7. */
export const eventComment: MembersOf<ReturnType<typeof eventCommentRecord>> = {
  rating: of('EventComment.rating', orNull(rating)),
  comment: of('EventComment.text'),
  source: verbose(of('EventComment.source', text, UNKNOWN_TOOL)),
  created_date: of('EventComment.createdAt'),
  gravatar_hash: avatar,
  avatar_hash: avatar,
  user_display_name: of('User.fullName', text, ANONYMOUS),
  username: only(byAccount, of('User.username')),
  user_uri: only(byAccount, link('The author.')),
  comment_uri: link('This comment.'),
  verbose_comment_uri: link('This comment with `verbose=yes`.'),
  event_uri: link('The event.'),
  event_comments_uri: link('All comments on the event.'),
  reported_uri: link('Reports this comment, with POST.'),
};

/** Contract §3.8. */
export const report: MembersOf<ReturnType<typeof reportRecord> & { event_uri: string; talk_uri?: string }> = {
  reporting_date: of('CommentReport.reportedAt'),
  decision: of('CommentReport.decision', orNull(one(...Object.values(reportDecisions)))),
  deciding_date: of('CommentReport.decidedAt'),
  reporting_user_username: of('CommentReport.reporter', orNull(text), 'In v2.1 the username.'),
  deciding_user_username: of('CommentReport.decidedBy', orNull(text), 'In v2.1 the username.'),
  comment: own(
    { anyOf: [named('TalkComment'), named('EventComment')] },
    'The reported comment in its verbose form. Its own URLs respond with 404, because reported comments are hidden.',
  ),
  reporting_user_uri: only('if the reporter has an account', link('The reporter.')),
  deciding_user_uri: only('once an account has decided', link('The user who decided.')),
  event_uri: link('The event.'),
  talk_uri: only('for comments on talks', link('The talk.')),
};

/** Contract §3.2, Claims overview. */
export const claim: MembersOf<ReturnType<typeof claimRecord>> = {
  date_added: of('SpeakerClaim.createdAt'),
  display_name: of('SpeakerClaim.displayName'),
  speaker_uri: only('if the account still exists', link('The account to link.')),
  talk_uri: link('The talk.'),
  approve_claim_uri: verbose(link('Approves the claim with POST, rejects it with DELETE.')),
};
