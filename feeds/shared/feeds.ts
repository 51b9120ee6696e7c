import { row } from '../../src/http/rows/row.js';
import { SharedFeedbackFeedDocument, type SharedFeedbackFeedQuery } from '../documents.generated.js';

type Shared = NonNullable<SharedFeedbackFeedQuery['sharedFeedback']>;

/** Shared feedback as JSON. `author` is null if hidden; ratings are null if not shared. */
const recordOf = ({ talk, comments, includesRatings, ratings, createdAt, expiresAt }: Shared) => ({
  talk: {
    title: talk.title,
    event: talk.event.name,
    speakers: talk.speakers.map(({ name }) => name),
    start: talk.startDate,
  },
  ratings,
  comments: comments.nodes.map(({ text, rating, user, createdAt: created, editedAt }) => ({
    ...{ text, rating: includesRatings ? rating : null, author: user?.fullName ?? null },
    ...{ created_at: created, edited_at: editedAt },
  })),
  created_at: createdAt,
  expires_at: expiresAt,
});

/** Feedback that a speaker shares, as JSON. Not cached. */
export const sharedFeeds = [
  row('/shared/:secret.json', SharedFeedbackFeedDocument, {
    variables: ({ params, maxPageSize }) => ({ secret: params.secret, limit: maxPageSize }),
    cache: null,
    isSecret: true,
    isList: true,
    reply: ({ sharedFeedback }) =>
      sharedFeedback && {
        headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
        body: `${JSON.stringify(recordOf(sharedFeedback), null, 2)}\n`,
      },
  }),
];
