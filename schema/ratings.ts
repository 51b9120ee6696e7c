import type { Context } from '../src/core/context.js';
import { fairRating, type Distribution, type FairRating } from '../src/core/reads/fair-rating.js';
import type { Ratings } from '../src/core/reads/records.js';
import { field, nullable } from './fields.js';
import { computed, objectType } from './object-type.js';

objectType('RatingCount', 'The number of times a rating was given.', {
  rating: field.int('The rating, from 1 to 5; 5 is best.'),
  count: field.int('Number of comments with this rating.'),
});

const distribution = field.records(
  'RatingCount',
  'Number of comments per rating, from 1 to 5, including ratings with zero comments. Empty while the ratings are withheld.',
);

/** The votes for each rating, from 1 to 5. */
export async function distributionOf(
  { of, id }: Pick<Ratings, 'of' | 'id'>,
  { reads }: Context,
): Promise<Distribution> {
  const rows = await reads.load(`${of}RatingDistribution`, id);
  const counts = new Map(rows.map(({ rating, count }) => [rating, count]));
  const votes = (rating: number): number => counts.get(rating) ?? 0;
  return [votes(1), votes(2), votes(3), votes(4), votes(5)];
}

const fairField = (name: keyof FairRating, description: string) => ({
  ...computed(nullable.float(description), async (ratings: Ratings, context) =>
    ratings.areWithheld ? null : fairRating(await distributionOf(ratings, context))[name],
  ),
  complexity: 5,
});

objectType(
  'Ratings',
  'Aggregated ratings of visible comments by registered users. Excludes zero ratings, ratings by speakers of their own talk, and ratings by hosts of their own event. Ratings of comments with a hidden name still count if the author becomes a speaker or host or deletes the account; a change would identify the author.',
  {
    average: nullable.float(
      'Unrounded arithmetic mean, from 1 to 5; null if there are no ratings or they are withheld.',
    ),
    count: field.int('Number of ratings included in the average; 0 while they are withheld.'),
    areWithheld: field.boolean(
      'Whether the feedback policy of the event withholds the ratings, and comments of other authors, from the viewer.',
    ),
    fair: fairField(
      'fair',
      'Mean after adding one rating of each value from 1 to 5, which reduces the effect of few ratings. 3 without ratings; null while the ratings are withheld.',
    ),
    fairLow: fairField(
      'fairLow',
      'Lower bound of the one-sided 95 % credible interval of `fair`, from 1 to 5; ranks talks with few and with many ratings fairly. Null while the ratings are withheld.',
    ),
    distribution: {
      ...computed(distribution, async (ratings: Ratings, context) => {
        const votes = ratings.areWithheld ? [] : await distributionOf(ratings, context);
        return votes.map((count, index) => ({ rating: index + 1, count }));
      }),
      complexity: 5,
    },
  },
);
