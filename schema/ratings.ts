import type { Ratings } from '../src/core/reads/records.js';
import { field, nullable } from './fields.js';
import { computed, objectType } from './object-type.js';

objectType('RatingCount', 'The number of times a rating was given.', {
  rating: field.int('The rating, from 1 to 5; 5 is best.'),
  count: field.int('Number of comments with this rating.'),
});

const distribution = field.records(
  'RatingCount',
  'Number of comments per rating, from 1 to 5, including ratings with zero comments.',
);

objectType(
  'Ratings',
  'Aggregated ratings of visible comments by registered users. Excludes zero ratings, ratings by speakers of their own talk, and ratings by hosts of their own event.',
  {
    average: nullable.float('Unrounded arithmetic mean, from 1 to 5; null if there are no ratings.'),
    count: field.int('Number of ratings included in the average.'),
    distribution: {
      ...computed(distribution, async (ratings: Ratings, { reads }) => {
        const rows = await reads.load(`${ratings.of}RatingDistribution`, ratings.id);
        const counts = new Map(rows.map(({ rating, count }) => [rating, count]));
        return [1, 2, 3, 4, 5].map((rating) => ({ rating, count: counts.get(rating) ?? 0 }));
      }),
      complexity: 5,
    },
  },
);
