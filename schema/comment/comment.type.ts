import { isEditable } from '../../src/core/comment/editable-comment.js';
import type { Context } from '../../src/core/context.js';
import { requireHost } from '../../src/core/reads/hosting.js';
import { field, nullable } from '../fields.js';
import { computed, interfaceType, maybeRelated, related, objectType, shortList } from '../object-type.js';
import { lookup, queries } from '../root-fields.js';

const authorId = nullable.id(
  'ID of the author; null if the author is hidden from the viewer or unknown, or the account is inactive.',
);

objectType('CommentVersion', 'An earlier text of an edited comment.', {
  text: field.string('The text, verbatim as posted.'),
  replacedAt: field.dateTime(
    'Time of the edit that replaced it, in the time zone of the event; rounded down to the day if `isNameHidden`.',
  ),
});

/** The fields that comments on events and on talks have in common. */
const commentFields = {
  // Hides the ID of an inactive author, which the row still contains.
  userId: computed(authorId, async ({ userId }: { readonly userId: string | null }, { reads }: Context) =>
    userId === null ? null : ((await reads.load('user', userId))?.id ?? null),
  ),
  user: maybeRelated(
    'User',
    'user',
    'userId',
    'The author; null if the author is hidden from the viewer or unknown, or the account is inactive. Ratings of hidden authors and of inactive accounts count; those of unknown authors do not.',
  ),
  text: field.string('The text, verbatim as posted. Plain text, not HTML.'),
  source: nullable.string(
    'Name of the application with which the comment was posted; null if it is unknown or the author is hidden from the viewer.',
  ),
  createdAt: field.dateTime(
    'Time of posting, in the time zone of the event; rounded down to the day if the author is hidden from the viewer.',
  ),
  editedAt: nullable.dateTime('Time of the last edit, rounded like `createdAt`; null if the comment was not edited.'),
  isNameHidden: field.boolean(
    'Whether the name of the author is hidden. The author, site administrators and hosts to whom it was disclosed still see it.',
  ),
  viewerCanEdit: computed(
    field.boolean(
      'Whether the viewer can edit or withdraw the comment now: its author can, for a limited time after posting.',
    ),
    (comment: { readonly userId: string | null; readonly postedAtSeconds: number }, context: Context) =>
      isEditable(context, context.viewer, comment),
  ),
};

const versions = (loader: 'versionsOfEventComment' | 'versionsOfTalkComment') =>
  shortList(
    nullable.records(
      'CommentVersion',
      'Earlier texts of the comment, oldest first; only the first 20 are stored. Visible only to hosts of the event and site administrators; null with an error otherwise.',
    ),
    async ({ id, eventId }: { readonly id: string; readonly eventId: string }, { reads }) => {
      await requireHost(reads, eventId, 'HOSTS_ONLY');
      return reads.load(loader, id);
    },
  );

interfaceType(
  'Comment',
  'A comment on an event or on a talk.',
  {
    ...commentFields,
    id: field.id('Numeric ID of the comment, which is unique only among the comments of its type.'),
    rating: nullable.int(
      'The rating, 1 to 5, 5 is best; 0 is excluded from averages. Null for old comments on events.',
    ),
  },
  (row: object) => ('talkId' in row ? 'TalkComment' : 'EventComment'),
);

objectType(
  'EventComment',
  'A comment on an event.',
  {
    ...commentFields,
    id: field.id('Numeric ID of the comment, as in `/v2.1/event_comments/{id}`.'),
    eventId: field.id('ID of the event.'),
    event: related('Event', 'event', 'eventId', 'The event that the comment is about.'),
    rating: nullable.int('The rating, 1 to 5, 5 is best; 0 is excluded from averages. Null for old comments.'),
    versions: versions('versionsOfEventComment'),
  },
  ['Comment'],
);

objectType(
  'TalkComment',
  'A comment on a talk.',
  {
    ...commentFields,
    id: field.id('Numeric ID of the comment, as in `/v2.1/talk_comments/{id}`.'),
    talkId: field.id('ID of the talk.'),
    talk: related('Talk', 'talk', 'talkId', 'The talk that the comment is about.'),
    talkTitle: field.string('Title of the talk.'),
    rating: field.int('The rating, 1 to 5, 5 is best; 0 if it is excluded from averages.'),
    versions: versions('versionsOfTalkComment'),
    isPrivate: field.boolean(
      "Whether the comment is visible only to its author, the talk's speakers, the event's hosts and site administrators.",
    ),
  },
  ['Comment'],
);

const HIDDEN = 'Returns null if it does not exist, is hidden by a report, or is not visible to the viewer.';

export const commentQueries = queries({
  eventComment: lookup('EventComment', 'eventComment', `Look up a comment on an event by ID. ${HIDDEN}`),
  talkComment: lookup('TalkComment', 'talkComment', `Look up a comment on a talk by ID. ${HIDDEN}`),
});
