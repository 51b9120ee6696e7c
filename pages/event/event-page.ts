import type { RowReply, RowRequest } from '../../src/http/rows/row.js';
import { cancellationNotice } from '../cancelled.js';
import { daysInWords, dayInWords, endOfDay, secondsOf } from '../dates.js';
import type { EventOfPageFragment as Event } from '../documents.generated.js';
import { eventUrl, foreignLink, httpUrl, userUrl } from '../links.js';
import { joined, markup, type Markup } from '../markup.js';
import { page } from '../page.js';
import { prose } from '../prose.js';
import { currentTalks } from './current-talks.js';
import { programmeOf } from './programme.js';

/** The page of an event with its programme. */
export function eventPage(
  event: Event,
  { now, origin, productName, maxPageSize }: Pick<RowRequest, 'now' | 'origin' | 'productName' | 'maxPageSize'>,
): RowReply {
  const { name } = event;
  const image = event.images.find(({ kind }) => kind === 'ORIGINAL') ?? event.images[0];
  const takesPlace = event.cancelledDate === null;
  const main = markup`${cancellationNotice(event)}
${summary(event)}
${takesPlace && currentTalks(event, now)}
${takesPlace && callForPapers(event, now)}
${about(event)}
${programmeOf(event.talks.nodes)}
${event.talks.nodes.length >= maxPageSize && furtherTalks(event.id, maxPageSize)}`;
  return page(
    {
      ...{ title: name, header: productName, headerUrl: '/', heading: name, main: main.text },
      image: image ? { ...image, alt: `Logo of ${name}` } : null,
      ...{ style: 'site', script: null },
    },
    origin,
  );
}

/** A page of the API shows the talks beyond the maximum of this page. */
const furtherTalks = (id: string, shown: number): Markup =>
  markup`<p class="notice">This page shows the first ${shown} talks. <a href="/v2.1/events/${id}/talks?format=html&amp;start=${shown}">Further talks</a></p>`;

function summary({ id, slug, startDate, endDate, location, timeZone, attendeeCount, websiteUrl }: Event): Markup {
  const website = httpUrl(websiteUrl);
  const attending = attendeeCount === 1 ? '1 person attending.' : `${attendeeCount} people attending.`;
  return markup`<p class="lead">${daysInWords(startDate, endDate)}</p>
${location !== '' && markup`<p class="place" dir="auto">${location}</p>`}
<p class="hint">All times are local times (${timeZone}). ${attendeeCount > 0 && attending}</p>
<ul class="actions">
${website !== null && markup`<li>${foreignLink(website, 'Website')}</li>`}
<li><a href="/feeds/events/${id}.ics">Add to calendar</a></li>
<li><a href="${eventUrl(slug)}/feedback">Feedback, for hosts</a></li>
</ul>`;
}

/** The call for papers if it is open: until the end of its last day in the time zone of the event. */
function callForPapers({ cfpStartDate, cfpEndDate, cfpUrl, timeZone }: Event, now: number): Markup | null {
  if (cfpEndDate === null || now > endOfDay(cfpEndDate, timeZone)) return null;
  if (cfpStartDate !== null && now < secondsOf(cfpStartDate)) return null;
  const url = httpUrl(cfpUrl);
  return markup`<section class="sheet">
<h2>Call for papers</h2>
<p>Open until ${dayInWords(cfpEndDate)}. ${url !== null && foreignLink(url, 'Submit a talk')}</p>
</section>`;
}

function about({ description, hosts, tags }: Event): Markup | null {
  const links = hosts.map(
    ({ fullName, username }) => markup`<a href="${userUrl(username)}">${fullName || username}</a>`,
  );
  const parts = [
    ...prose(description),
    ...(links.length > 0 ? [markup`<p class="who">Hosted by ${joined(links, ', ')}</p>`] : []),
    ...(tags.length > 0
      ? [markup`<ul class="tags" aria-label="Tags">${tags.map((tag) => markup`<li>${tag}</li>`)}</ul>`]
      : []),
  ];
  return parts.length === 0 ? null : markup`<section class="sheet"><h2>About the event</h2>${parts}</section>`;
}
