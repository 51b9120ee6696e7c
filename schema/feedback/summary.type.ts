import { requireHost } from '../../src/core/reads/hosting.js';
import type { FeedbackSummaryRow } from '../../src/core/reads/feedback-summary.js';
import { field, nullable } from '../fields.js';
import { computed, objectType } from '../object-type.js';
import { programmeOfEvent } from '../talk/programme.js';

/** The cost of counting all comments of an event, in records. */
const SUMMARY_COST = 20;

objectType('FeedbackSummary', 'Feedback on an event and its talks, for its hosts.', {
  respondentCount: field.int(
    'Number of users with a visible comment on the event or one of its talks. If some hide their names, an estimate: the number of the others, plus the largest number of comments with hidden names on one talk or on the event.',
  ),
  responseRate: computed(
    nullable.float(
      'Number of respondents divided by the number of attendees, from 0 to 1; null without attendees. Users who comment without attending count as well.',
    ),
    ({ respondentCount, attendeeCount }: FeedbackSummaryRow) =>
      attendeeCount === 0 ? null : Math.min(respondentCount / attendeeCount, 1),
  ),
  silentTalkCount: field.int('Number of talks without any visible comment.'),
  talks: { ...programmeOfEvent, description: 'Talks of the event, each with its ratings and the number of comments.' },
});

/** `Event.feedbackSummary`. */
export const feedbackSummaryField = {
  ...computed(
    nullable.record(
      'FeedbackSummary',
      'Feedback on the event and its talks. Visible only to hosts of the event and site administrators; null with an error otherwise.',
    ),
    async (event: { readonly id: string; readonly timeZone: string; readonly talkCount: number }, { reads }) => {
      await requireHost(reads, event.id, 'HOSTS_ONLY');
      const summary = await reads.load('feedbackSummary', event.id);
      return summary && { ...summary, timeZone: event.timeZone, talkCount: event.talkCount };
    },
  ),
  complexity: ({ childComplexity }: { childComplexity: number }) => SUMMARY_COST + childComplexity,
};
