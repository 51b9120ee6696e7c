import type { Context } from '../../src/core/context.js';
import { ratingsOf } from '../../src/core/reads/records.js';
import { nullable, field } from '../fields.js';
import { computed, objectType } from '../object-type.js';
import { distributionOf } from '../ratings.js';
import { pagedTalks } from '../talk/talk-relations.js';

/** The cost of counting the ratings of all talks of a speaker, in records. */
const SPEAKING_COST = 20;

objectType('Speaking', 'Feedback that a speaker has received, at all events.', {
  ratings: field.record('Ratings', 'Ratings of all talks of the speaker together.'),
  talks: pagedTalks('Talks of which the user is a linked speaker, latest start first.', 'talksOfUser'),
});

/** `User.speaking`. */
export const speakingField = {
  ...computed(
    nullable.record(
      'Speaking',
      'The feedback that the user has received as a speaker at all events. Visible only to the user; null otherwise.',
    ),
    async ({ id }: { readonly id: string }, context: Context) => {
      if (context.viewer?.id !== id) return null;
      const votes = await distributionOf({ of: 'speaker', id }, context);
      const ratingCount = votes.reduce((sum, each) => sum + each, 0);
      const ratingSum = votes.reduce((sum, each, index) => sum + each * (index + 1), 0);
      return { id, ratings: ratingsOf({ id, ratingCount, ratingSum }, 'speaker') };
    },
  ),
  complexity: ({ childComplexity }: { childComplexity: number }) => SPEAKING_COST + childComplexity,
};
