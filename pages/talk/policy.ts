import { timeInWords } from '../dates.js';
import type { FormTalkFragment } from '../documents.generated.js';

type Policy = FormTalkFragment['event']['feedback'];
type Delay = Pick<FormTalkFragment, 'feedbackRevealsAt'> & {
  readonly event: { readonly feedback: Pick<Policy, 'revealAfterComments' | 'revealAfterHours'> };
};

const nameSentences: Readonly<Record<Policy['names'], string>> = {
  PUBLIC: 'Your feedback is public, with your name.',
  OPTIONAL:
    'Your feedback is public, with your name unless you hide it. Site administrators can see a hidden name. A host can see it after stating a reason, which is mailed to you.',
  HIDDEN:
    'Your feedback is public, without your name. Site administrators can see your name. A host can see it after stating a reason, which is mailed to you.',
};

/** When results are revealed: `once 3 people have commented, at the latest on Saturday, 5 June 2027, 10:00`. */
export function revealInWords({ feedbackRevealsAt, event: { feedback } }: Delay): string | null {
  const { revealAfterComments } = feedback;
  const authors = revealAfterComments === 1 ? '1 person has' : `${revealAfterComments} people have`;
  const byNumber = revealAfterComments === null ? null : `once ${authors} commented`;
  const byTime = feedbackRevealsAt === null ? null : timeInWords(feedbackRevealsAt);
  if (byNumber === null) return byTime && `on ${byTime}`;
  return byTime === null ? byNumber : `${byNumber}, at the latest on ${byTime}`;
}

/** The policy of the event, for the hint of the feedback form. */
export function policyInWords(talk: FormTalkFragment): string {
  const { feedback } = talk.event;
  const reveal = talk.ratings.areWithheld ? revealInWords(talk) : null;
  const delay =
    reveal && `Others see it ${reveal}. Speakers, hosts and users who have given feedback on the talk see it at once.`;
  return [nameSentences[feedback.names], delay].filter(Boolean).join(' ');
}
