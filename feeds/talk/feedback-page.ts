import { Liquid } from 'liquidjs';
import { DateTime } from 'luxon';
import type { RowReply } from '../../src/http/rows/row.js';
import type { FeedbackPageQuery } from '../documents.generated.js';

type Talk = NonNullable<FeedbackPageQuery['talkByStub']>;

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  // The script sends the form. No text of a talk can run another one.
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

const engine = new Liquid({ outputEscape: 'escape', strictVariables: true, strictFilters: true, templates: {} });

const layout = engine.parse(`<!doctype html>
<html lang="en" data-token="unused">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>{{ title }}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/user/assets/account.css" />
    <link rel="stylesheet" href="/pages/feedback.css" />
    <script type="module" src="/pages/feedback.js"></script>
  </head>
  <body>
    <header>{{ header }}</header>
    <main>
      <h1>{{ heading }}</h1>
      {{ main | raw }}
    </main>
  </body>
</html>
`);

const form = engine.parse(`<p class="hint">{{ subtitle }}</p>
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

function pageOf(values: { title: string; header: string; heading: string; main: string }): string {
  return String(engine.renderSync(layout, values));
}

/** The page on which attendees give feedback on a talk. */
export function feedbackPage(talk: Talk): RowReply {
  const { title, event, speakers, startDate } = talk;
  const start = DateTime.fromISO(startDate, { setZone: true, locale: 'en-GB' }).toFormat('cccc, d LLLL yyyy, HH:mm');
  const subtitle = [speakers.map(({ name }) => name).join(', '), start].filter(Boolean).join(' · ');
  const main = String(engine.renderSync(form, { subtitle, talk }));
  return {
    headers: HEADERS,
    body: pageOf({ title: `Feedback: ${title} – ${event.name}`, header: event.name, heading: title, main }),
  };
}

/** The page for an error. @param sentence what happened, without markup */
export const errorPage = (sentence: string): RowReply => ({
  headers: HEADERS,
  body: pageOf({
    title: 'Feedback',
    header: 'Feedback',
    heading: sentence,
    main: '<p>Check the link, or scan the code again.</p>',
  }),
});
