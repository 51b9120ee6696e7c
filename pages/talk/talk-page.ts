import type { RowReply } from '../../src/http/rows/row.js';
import { cancellationNotice } from '../cancelled.js';
import { talkTimeInWords } from '../dates.js';
import type { TalkLinkKind, TalkPageQuery } from '../documents.generated.js';
import { eventUrl, foreignLink } from '../links.js';
import { markup, type Markup } from '../markup.js';
import { page } from '../page.js';
import { prose } from '../prose.js';
import { averageOf } from '../rating.js';
import { commentsOf } from './comments.js';
import { speakersOf, speakerView, typeNames } from './entry.js';
import { feedbackForm } from './feedback-form.js';

type Talk = NonNullable<TalkPageQuery['talkByStub']>;

/** The page of a talk with its feedback form. */
export function talkPage(talk: Talk): RowReply {
  const { title, event, description } = talk;
  const abstract = prose(description);
  const main = markup`${cancellationNotice(event)}
${speakerList(talk)}
${summary(talk)}
${abstract.length > 0 && markup`<section class="sheet"><h2>About the talk</h2>${abstract}</section>`}
<section class="sheet">
<h2>Give feedback</h2>
${feedbackForm(talk)}
</section>
<div data-live="comments" data-talk="${talk.id}">${commentsOf(talk)}</div>`;
  return page({
    title: `${title} – ${event.name}`,
    header: event.name,
    headerUrl: eventUrl(event.slug),
    heading: title,
    main: main.text,
    style: 'site',
    script: 'talk',
  });
}

/** The speakers. The script shows the buttons, which need it. */
function speakerList(talk: Talk): Markup | null {
  const speakers = speakersOf(talk).map((speaker) => {
    const button = markup`<button type="button" class="quiet" data-speaker="${speaker.name}" hidden>I am this speaker<span class="name">: ${speaker.name}</span></button>`;
    return markup`<li>${speakerView(speaker)}${speaker.url === null && button}</li>`;
  });
  if (speakers.length === 0) return null;
  return markup`<ul class="speakers" data-talk="${talk.id}" aria-label="Speakers">${speakers}</ul>
<div id="claimed" role="status"></div>`;
}

const linkNames: ReadonlyMap<TalkLinkKind, string> = new Map([
  ['SLIDES', 'Slides'],
  ['VIDEO', 'Video'],
  ['AUDIO', 'Audio'],
  ['CODE', 'Source code'],
  ['EVENT_SITE', 'More about the talk'],
]);

/** When and where the talk is held, and its links. */
function summary({
  id,
  event,
  startDate,
  durationMinutes,
  room,
  type,
  language,
  tracks,
  ratings,
  links,
}: Talk): Markup {
  const place = [room, event.location].filter(Boolean).join(', ');
  const facts = [typeNames.get(type) ?? 'Talk', language.name, ...tracks.map(({ name }) => name)];
  const actions = links.map(({ kind, url }) => markup`<li>${foreignLink(url, linkNames.get(kind) ?? 'Link')}</li>`);
  return markup`<p class="lead"><time datetime="${startDate}">${talkTimeInWords(startDate, durationMinutes)}</time></p>
${place !== '' && markup`<p class="place" dir="auto">${place}</p>`}
<p class="facts">${facts.map((fact) => markup`<span>${fact}</span> `)}<span data-live="ratings">${averageOf(ratings)}</span></p>
<ul class="actions">
<li><a href="${eventUrl(event.slug)}">${event.name}</a></li>
<li><a href="/feeds/talks/${id}.ics">Add to calendar</a></li>
${actions}
</ul>`;
}
