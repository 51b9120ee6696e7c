import { requireHost } from '../../src/core/reads/hosting.js';
import type { FeedbackSummaryRow } from '../../src/core/reads/feedback-summary.js';
import { field, nullable } from '../fields.js';
import { computed, objectType } from '../object-type.js';
import { programmeOfEvent } from '../talk/programme.js';

/** The cost of counting all comments of an event, in records. */
const SUMMARY_COST = 100;

objectType('FeedbackSummary', 'Feedback on an event and its talks, for its hosts.', {
  respondentCount: field.int(
    'Number of users with a visible comment on the event or one of its talks. Hidden names are estimated by the largest number of comments with a hidden name on one talk or on the event, so that the number does not reveal which comments have the same author.',
  ),
  responseRate: computed(
    nullable.float(
      '`respondentCount` divided by the number of attendees, at most 1; null without attendees. Respondents who do not attend are included.',
    ),
    ({ respondentCount, attendeeCount }: FeedbackSummaryRow) =>
      attendeeCount === 0 ? null : Math.min(respondentCount / attendeeCount, 1),
  ),
  silentTalkCount: field.int('Number of talks without a visible comment.'),
  talks: { ...programmeOfEvent, description: 'Talks of the event.' },
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
