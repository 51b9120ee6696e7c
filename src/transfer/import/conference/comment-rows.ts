import { commentDigest } from '../../../core/comment/comment-input.js';
import { ratingOf, verbatim } from '../values.js';
import type { Mark } from '../report.js';
import { numberIn } from './ledgers.js';
import type { Programme } from './talk-rows.js';
import type { EventCommentRecord, TalkCommentRecord } from './wire.js';

type Commenting = Pick<Programme, 'eventId' | 'ledgers' | 'texts' | 'people'>;
/** A comment with its local ID. */
type Numbered<Comment> = readonly (readonly [id: number, comment: Comment])[];

/** Event comments. Anonymous ones retain their signature, which is never exposed (contract §3.7). */
export function eventCommentRows(comments: Numbered<EventCommentRecord>, commenting: Commenting) {
  const { eventId, ledgers, texts, people } = commenting;
  const digestOf = digests();
  return comments.flatMap(([id, comment]) =>
    ledgers.enter('event comments', numberIn(comment.uri), (mark) => {
      const user = people.idOf(comment.author);
      return {
        ...said(comment, mark),
        id,
        event_id: eventId,
        user_id: user,
        author_name: texts.text(comment.author.name, mark, 200) || null,
        rating: comment.rating === null ? null : ratingOf(comment.rating, mark),
        digest: digestOf(eventId, user, comment.text),
      };
    }),
  );
}

/** Talk comments. @param talks maps the remote URI of a talk to its local ID */
export function talkCommentRows(
  comments: Numbered<TalkCommentRecord>,
  { eventId, ledgers, people }: Commenting,
  talks: ReadonlyMap<string, number>,
) {
  const digestOf = digests();
  return comments.flatMap(([id, comment]) =>
    ledgers.enter('talk comments', numberIn(comment.uri), (mark) => {
      const talk = talks.get(comment.talk);
      if (talk === undefined) return mark.skip('its talk does not belong to the event');
      const user = people.idOf(comment.author);
      return {
        ...said(comment, mark),
        id,
        event_id: eventId,
        talk_id: talk,
        user_id: user,
        rating: ratingOf(comment.rating, mark),
        digest: digestOf(talk, user, comment.text),
      };
    }),
  );
}

/** Reverses newest-first lists, so that IDs follow the order of creation. */
export function oldestFirst<Comment extends { readonly createdAt: string }>(comments: readonly Comment[]): Comment[] {
  return comments.toReversed().sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt));
}

function said({ text, source, createdAt }: EventCommentRecord | TalkCommentRecord, mark: Mark) {
  return {
    comment: verbatim(text, mark),
    source: source === null ? null : verbatim(source, mark, 255),
    is_hidden: false,
    created_at: createdAt,
  };
}

/** The digest identifies duplicate comments; of two with the same text, only the first keeps it (contract §3.6). */
function digests() {
  const known = new Set<string>();
  return (place: number, user: number | null, text: string | null): string | null => {
    const digest = commentDigest(text ?? '');
    const key = `${place} ${user} ${digest}`;
    if (user !== null && known.has(key)) return null;
    known.add(key);
    return digest;
  };
}
