import { commentDigest } from '../../../domain/comment/comment-digest.js';
import type { Mark } from '../../report.js';
import type { LegacyRow } from '../source.js';
import { copy } from '../step.js';
import { dateTime, instant, isSet, ratingOf, reference, verbatim, verbatimOrNull } from '../../values.js';

/** Two comments of old may say the same: the first of them keeps the digest by which a third would be refused. */
const saidTwice = <Row extends { readonly digest: string | null }>(row: Row): Row => ({ ...row, digest: null });

/** What both kinds have in common. Comments are kept word for word (contract §1.4). */
function words(row: LegacyRow, users: ReadonlyMap<number | null, unknown>, mark: Mark) {
  const author = reference(row['user_id']);
  if (author !== null && !users.has(author)) mark.repair('its author no longer exists: it is anonymous');
  const comment = verbatim(row['comment'], mark);
  return {
    id: Number(row['ID']),
    user_id: users.has(author) ? author : null,
    comment,
    source: verbatimOrNull(row['source'], mark, 255),
    is_hidden: !isSet(row['active']),
    digest: commentDigest(comment),
  };
}

export const eventComments = copy({
  table: 'event_comments',
  into: 'event_comments',
  columns: {
    id: 'bigint',
    event_id: 'bigint',
    user_id: 'bigint?',
    author_name: 'text?',
    rating: 'smallint?',
    comment: 'text',
    source: 'text?',
    is_hidden: 'boolean',
    digest: 'text?',
    created_at: 'timestamptz',
  },
  refers: { events: ['event_id'], users: ['user_id'] },
  convert: (row, { events, users }, mark) => {
    const event = events.get(reference(row['event_id']));
    if (!event) return mark.skip('its event does not exist');
    const made = instant(row['date_made']);
    if (made === null) mark.repair('a comment without a time was made when its event began');
    return {
      ...words(row, users, mark),
      event_id: event.id,
      author_name: verbatimOrNull(row['cname'], mark),
      rating: row['rating'] === null || row['rating'] === undefined ? null : ratingOf(row['rating'], mark),
      created_at: made ?? event.startsAt,
    };
  },
  unique: [{ columns: ['event_id', 'user_id', 'digest'], otherwise: saidTwice }],
});

export const talkComments = copy({
  table: 'talk_comments',
  into: 'talk_comments',
  columns: {
    id: 'bigint',
    event_id: 'bigint',
    talk_id: 'bigint',
    user_id: 'bigint?',
    rating: 'smallint',
    comment: 'text',
    source: 'text?',
    is_private: 'boolean',
    is_hidden: 'boolean',
    digest: 'text?',
    created_at: 'timestamptz',
  },
  refers: { talks: ['talk_id'], users: ['user_id'] },
  convert: (row, { talks, users }, mark) => {
    const talk = talks.get(reference(row['talk_id']));
    if (!talk) return mark.skip('its talk does not exist, or was left out');
    // Dumps of old have seconds in a column of another name.
    const made = dateTime(row['created_at']) ?? instant(row['date_made']);
    if (made === null) mark.repair('a comment without a time was made when its talk began');
    return {
      ...words(row, users, mark),
      event_id: talk.eventId,
      talk_id: talk.id,
      rating: ratingOf(row['rating'], mark),
      is_private: Number(row['private'] ?? 0) !== 0,
      created_at: made ?? talk.startsAt,
    };
  },
  unique: [{ columns: ['talk_id', 'user_id', 'digest'], otherwise: saidTwice }],
});
