import { defaultPolicy, type FeedbackPolicy } from '../../src/core/reads/feedback-policy.js';
import { enumOf, field, nullable } from '../fields.js';
import { computed, objectType } from '../object-type.js';

const NamesPolicy = enumOf('NamesPolicy', 'Whether comments show the name of their author.', {
  PUBLIC: 'Always.',
  OPTIONAL: 'Unless the author hides it (`hideName`).',
  HIDDEN: 'Never, except to the author and to site administrators.',
});

const RatingsPolicy = enumOf('RatingsPolicy', 'Whether comments have ratings.', {
  ON: 'Every comment requires a rating.',
  OFF: 'New comments are stored with the rating 0, which is excluded from averages.',
});

const FeedbackOpening = enumOf('FeedbackOpening', 'When comments on a talk open.', {
  ON_DAY: 'On the UTC day on which the talk starts. Enforced only if the deployment enforces it.',
  WITH_TALK: 'At the start of the talk. Always enforced.',
});

/** The fields of a policy, as a record or as an input. */
export const policyFields = {
  names: field.of(() => NamesPolicy, 'Whether comments show the name of their author.'),
  ratings: field.of(() => RatingsPolicy, 'Whether comments have ratings.'),
  revealAfterComments: nullable.int(
    'Number of authors of comments on a talk at which its results are revealed, from 1 to 1000; null: not by their number.',
  ),
  revealAfterHours: nullable.int(
    'Hours from the scheduled end of a talk until its results are revealed, from 0 to 8760; null: not by time.',
  ),
  opens: field.of(() => FeedbackOpening, 'When comments on a talk open.'),
};

objectType(
  'FeedbackPolicy',
  'How an event treats feedback. The results of a talk are its ratings and comments; they are revealed by whichever comes first, and at once if neither number is set. Until then, only viewers who have rated the talk, its speakers, hosts and site administrators see them.',
  policyFields,
);

/** The policy of an event. */
export const feedbackField = computed(
  field.record('FeedbackPolicy', 'How the event treats feedback.'),
  ({ policy }: { readonly policy: FeedbackPolicy | null }) => policy ?? defaultPolicy,
);
