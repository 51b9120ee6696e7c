import { defaultPolicy, type FeedbackPolicy } from '../../src/core/reads/feedback-policy.js';
import { enumOf, field, nullable } from '../fields.js';
import { computed, objectType } from '../object-type.js';

const NamesPolicy = enumOf(
  'NamesPolicy',
  'Whether comments show the name of their author. A name that is hidden in a comment stays hidden.',
  {
    PUBLIC: 'New comments show the name.',
    OPTIONAL: 'New comments show the name unless the author hides it with `hideName`.',
    HIDDEN:
      'All comments, including existing ones, hide the name. The author, site administrators and hosts to whom it was disclosed (`discloseAuthor`) still see it.',
  },
);

const RatingsPolicy = enumOf('RatingsPolicy', 'Whether comments have ratings.', {
  ON: 'Every comment requires a rating.',
  OFF: 'New comments are stored with the rating 0, which is excluded from averages. Existing ratings are unchanged.',
});

const FeedbackOpening = enumOf('FeedbackOpening', 'When comments on a talk open.', {
  ON_DAY: 'On the UTC day on which the talk starts. Enforced only with `ENFORCE_COMMENT_WINDOW=true`.',
  WITH_TALK: 'At the start of the talk. Always enforced.',
});

/** The fields of a policy, as a record or as an input. */
export const policyFields = {
  names: field.of(() => NamesPolicy, 'Whether comments show the name of their author.'),
  ratings: field.of(() => RatingsPolicy, 'Whether comments have ratings.'),
  revealAfterComments: nullable.int(
    'Number of authors of comments on a talk at which its results are revealed, from 1 to 1000; null if the number has no effect.',
  ),
  revealAfterHours: nullable.int(
    'Hours from the scheduled end of a talk until its results are revealed, from 0 to 8760; null if the time has no effect.',
  ),
  opens: field.of(() => FeedbackOpening, 'When comments on a talk open.'),
};

objectType(
  'FeedbackPolicy',
  'Feedback policy of an event. The results of a talk are its ratings and comments. They are withheld until `revealAfterComments` or `revealAfterHours` is reached, whichever comes first; if both are null, they are not withheld. Before the reveal, they are visible to users who have rated the talk, its speakers, hosts of the event and site administrators; authors also see their own comments.',
  policyFields,
);

/** The policy of an event. */
export const feedbackField = computed(
  field.record('FeedbackPolicy', 'Feedback policy of the event.'),
  ({ policy }: { readonly policy: FeedbackPolicy | null }) => policy ?? defaultPolicy,
);
