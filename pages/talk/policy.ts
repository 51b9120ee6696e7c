import { timeInWords } from '../dates.js';
import type { FormTalkFragment } from '../documents.generated.js';

type Policy = FormTalkFragment['event']['feedback'];
type Delay = Pick<FormTalkFragment, 'feedbackRevealsAt'> & {
  readonly event: { readonly feedback: Pick<Policy, 'revealAfterComments' | 'revealAfterHours'> };
};

const nameSentences: Readonly<Record<Policy['names'], string>> = {
  PUBLIC: 'Your feedback is public, with your name.',
  OPTIONAL:
    'Your feedback is public. If you hide your name, only site administrators see it, and hosts who give you a reason by mail.',
  HIDDEN:
    'Your feedback is public, without your name. Only site administrators see it, and hosts who give you a reason by mail.',
};

/** When the results of a talk are revealed: `with the third comment, at the latest on Saturday, 5 June 2027, 10:00`. */
export function revealInWords({ feedbackRevealsAt, event: { feedback } }: Delay): string | null {
  const { revealAfterComments } = feedback;
  const byNumber = revealAfterComments === null ? null : `once there are ${revealAfterComments} comments`;
  const byTime = feedbackRevealsAt === null ? null : timeInWords(feedbackRevealsAt);
  if (byNumber === null) return byTime && `on ${byTime}`;
  return byTime === null ? byNumber : `${byNumber}, at the latest on ${byTime}`;
}

/** The policy of the event, for those who are about to give feedback. */
export function policyInWords(talk: FormTalkFragment): string {
  const { feedback } = talk.event;
  const reveal = talk.ratings.areWithheld ? revealInWords(talk) : null;
  const delay = reveal && `Others see it ${reveal}. The speakers and hosts see it at once.`;
  return [nameSentences[feedback.names], delay].filter(Boolean).join(' ');
}
