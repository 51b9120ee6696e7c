import { DateTime } from 'luxon';
import type { RowReply } from '../../src/http/rows/row.js';
import type { FeedbackPageQuery } from '../documents.generated.js';
import { page, template } from '../page.js';

type Talk = NonNullable<FeedbackPageQuery['talkByStub']>;

const form = template<{ subtitle: string; talk: Talk }>(`<p class="hint">{{ subtitle }}</p>
      {% if talk.commentsOpen -%}
      <noscript>
        <p class="notice">This page needs JavaScript. Please allow it here, or open the page in another browser.</p>
      </noscript>
      <form data-talk="{{ talk.id }}">
        <fieldset class="stars">
          <legend>Your rating</legend>
          {% for stars in (1..5) -%}
          <label>
            <input type="radio" name="rating" value="{{ stars }}" required />
            <span class="name">{{ stars }} {% if stars == 1 %}star{% else %}stars{% endif %}</span>
            <span class="star" aria-hidden="true">★</span>
          </label>
          {% endfor -%}
        </fieldset>
        <label for="text">Your feedback</label>
        <textarea id="text" name="text" rows="5" required></textarea>
        <button>Send feedback</button>
        <p class="hint">You log in when you send it. It is shown with your name.</p>
        <div role="status"></div>
      </form>
      {%- else -%}
      <p class="notice">Feedback on this talk is closed: it is open from the day of the talk until 90 days later.</p>
      {%- endif %}`);

/** The page on which attendees give feedback on a talk. */
export function feedbackPage(talk: Talk): RowReply {
  const { title, event, speakers, startDate } = talk;
  const start = DateTime.fromISO(startDate, { setZone: true, locale: 'en-GB' }).toFormat('cccc, d LLLL yyyy, HH:mm');
  const subtitle = [speakers.map(({ name }) => name).join(', '), start].filter(Boolean).join(' · ');
  return page({
    title: `Feedback: ${title} – ${event.name}`,
    header: event.name,
    heading: title,
    main: form({ subtitle, talk }),
    style: 'feedback',
    script: 'feedback',
  });
}
