import type {
  CommenterFragment,
  EventCommentRecordFragment,
  TalkCommentRecordFragment,
} from '../operations/documents.generated.js';
import type { WireRequest } from '../request.js';
import { verboseOnly } from './verbose.js';

/** Avatar hash of anonymous authors: MD5 of the empty string (contract §3.6). */
const NOBODY = 'd41d8cd98f00b204e9800998ecf8427e';

/** The talk comment record, spec §2.5, in the member order of contract §3.6. */
export function talkCommentRecord(comment: TalkCommentRecordFragment, { links, verbose }: WireRequest) {
  const uri = links.talkComment(comment.id);
  const talk = links.talk(comment.talkId);
  const { user } = comment;
  return {
    rating: comment.rating,
    comment: comment.text,
    user_display_name: user?.fullName ?? '',
    username: user?.username ?? null,
    talk_title: comment.talkTitle,
    ...(verbose && { source: verboseOnly(comment.source) ?? '' }),
    created_date: comment.createdAt,
    ...(verbose && avatar(user)),
    uri,
    verbose_uri: links.verbose(uri),
    talk_uri: talk,
    talk_comments_uri: links.below(talk, 'comments'),
    reported_uri: links.below(uri, 'reported'),
    ...(user && { user_uri: links.user(user.id) }),
  };
}

/** The event comment record, spec §2.6, in the member order of contract §3.7. */
export function eventCommentRecord(comment: EventCommentRecordFragment, { links, verbose }: WireRequest) {
  const uri = links.eventComment(comment.id);
  const event = links.event(comment.eventId);
  const { user } = comment;
  return {
    rating: comment.rating,
    comment: comment.text,
    ...(verbose && { source: verboseOnly(comment.source) ?? '' }),
    created_date: comment.createdAt,
    ...(verbose && avatar(user)),
    user_display_name: user?.fullName ?? '',
    ...(user && { username: user.username, user_uri: links.user(user.id) }),
    comment_uri: uri,
    verbose_comment_uri: links.verbose(uri),
    event_uri: event,
    event_comments_uri: links.below(event, 'comments'),
    reported_uri: links.below(uri, 'reported'),
  };
}

/** The avatar hash under the name in the spec and under the one that clients read (decisions.md no. 3). */
function avatar(user: CommenterFragment | null) {
  const hash = user ? verboseOnly(user.avatarHash) : NOBODY;
  return { gravatar_hash: hash, avatar_hash: hash };
}
