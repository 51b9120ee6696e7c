import type { Context } from '../../src/core/context.js';
import type { SharedFeedbackRow } from '../../src/core/reads/shared-feedback.js';
import { shareOfSecret } from '../../src/core/reads/by-name.js';
import { field, nullable } from '../fields.js';
import { computed, objectType, related, shortList } from '../object-type.js';
import { paged } from '../paging.js';
import { queries, query } from '../root-fields.js';

objectType(
  'SharedFeedback',
  'Feedback on a talk that a speaker shares by a secret URL. It contains only what every visitor sees; a comment that is reported, withdrawn or deleted disappears at once.',
  {
    id: field.id('Numeric ID of the share. Not a secret.'),
    talk: related('Talk', 'publicTalk', 'talkId', 'The talk, as every visitor sees it.'),
    includesRatings: field.boolean('Whether ratings are shared.'),
    ratings: computed(
      nullable.record('Ratings', 'The ratings of the talk; null if they are not shared.'),
      async ({ talkId, includesRatings }: SharedFeedbackRow, { reads }) =>
        includesRatings ? ((await reads.load('publicTalk', talkId))?.ratings ?? null) : null,
    ),
    comments: paged('TalkComment', 'The shared comments, oldest first.', 'commentsOfShare'),
    createdAt: field.dateTime('Time of sharing, in UTC.'),
    expiresAt: nullable.dateTime('Time of expiry, in UTC; null if it does not expire.'),
  },
);

/** `Talk.viewerShares`. */
export const viewerShares = shortList(
  field.records(
    'SharedFeedback',
    'Feedback on the talk that the viewer shares, oldest first: at most 20. Empty unless the viewer speaks at the talk.',
  ),
  ({ id }: { readonly id: string }, { viewer, reads }: Context) => (viewer ? reads.load('sharesOfTalk', id) : []),
);

export const sharedFeedbackQueries = queries({
  sharedFeedback: query(
    nullable.record(
      'SharedFeedback',
      'Look up shared feedback by the secret in its URL. Returns null if it is unknown, expired or revoked.',
    ),
    { secret: field.string('The secret: the last part of the URL.') },
    ({ reads }, { secret }) => shareOfSecret(reads, secret),
  ),
});
