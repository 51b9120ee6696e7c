import { hashToken } from '../../src/core/common/bearer-token.js';
import type { Context } from '../../src/core/context.js';
import type { SharedFeedbackRow } from '../../src/core/reads/shared-feedback.js';
import { shareOfSecret } from '../../src/core/reads/by-name.js';
import { field, nullable } from '../fields.js';
import { computed, objectType, related, shortList } from '../object-type.js';
import { paged } from '../paging.js';
import { queries, query } from '../root-fields.js';

objectType(
  'SharedFeedback',
  'Feedback on a talk that a speaker shares by a secret URL. It contains only what anonymous callers see: no private comments, and no results that the feedback policy withholds. A comment that is reported, withdrawn or deleted disappears at once.',
  {
    id: field.id('Numeric ID of the share. Not a secret.'),
    talk: related('Talk', 'publicTalk', 'talkId', 'The talk, as anonymous callers see it.'),
    includesRatings: field.boolean('Whether the ratings of the talk are shared.'),
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
    'Valid shares by the viewer of the feedback on the talk, oldest first; at most 20. Empty unless the viewer speaks at the talk.',
  ),
  ({ id }: { readonly id: string }, { viewer, reads }: Context) => (viewer ? reads.load('sharesOfTalk', id) : []),
);

export const sharedFeedbackQueries = queries({
  sharedFeedback: query(
    nullable.record(
      'SharedFeedback',
      'Look up shared feedback by the secret in its URL. Returns null if it is unknown, expired, revoked or otherwise invalid.',
    ),
    { secret: field.string('The secret: the last path segment of the URL.') },
    ({ reads }, { secret }) => shareOfSecret(reads, hashToken(secret)),
  ),
});
