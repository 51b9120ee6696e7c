import type { RowReply } from '../../src/http/rows/row.js';
import { cancellationNotice } from '../cancelled.js';
import { timeInWords } from '../dates.js';
import type { FeedbackPageQuery } from '../documents.generated.js';
import { talkUrl } from '../links.js';
import { markup } from '../markup.js';
import { page } from '../page.js';
import { feedbackForm } from './feedback-form.js';

type Talk = NonNullable<FeedbackPageQuery['talkByStub']>;

/** The page on which attendees give feedback on a talk, and nothing else. */
export function feedbackPage(talk: Talk): RowReply {
  const { title, stub, event, speakers, startDate } = talk;
  const subtitle = [speakers.map(({ name }) => name).join(', '), timeInWords(startDate)].filter(Boolean).join(' · ');
  const main = markup`${cancellationNotice(event)}<p class="hint">${subtitle}</p>${feedbackForm(talk)}`;
  return page({
    title: `Feedback: ${title} – ${event.name}`,
    header: event.name,
    headerUrl: talkUrl(stub),
    heading: title,
    main: main.text,
    style: 'site',
    script: 'feedback',
  });
}
