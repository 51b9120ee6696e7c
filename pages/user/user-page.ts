import type { RowReply, RowRequest } from '../../src/http/rows/row.js';
import { cancelledFact } from '../cancelled.js';
import { daysInWords, timeInWords } from '../dates.js';
import type { UserPageQuery } from '../documents.generated.js';
import { eventUrl } from '../links.js';
import { markup, type Markup } from '../markup.js';
import { page } from '../page.js';
import { prose } from '../prose.js';
import { talkEntry } from '../talk/entry.js';

type User = NonNullable<UserPageQuery['userByUsername']>;
type Talk = User['talks']['nodes'][number];
type Event = User['hostedEvents']['nodes'][number];

/** A talk with its event and the other speakers. */
const talkOf = (talk: Talk, username: string): Markup =>
  talkEntry({ ...talk, speakers: talk.speakers.filter(({ user }) => user?.username !== username) }, [
    ...(talk.event.cancelledDate === null ? [] : ['Cancelled']),
    talk.event.name,
    timeInWords(talk.startDate),
  ]);

const eventEntry = (event: Event): Markup => {
  const { name, slug, startDate, endDate, location } = event;
  return markup`<li class="entry">
<p class="title" dir="auto"><a href="${eventUrl(slug)}">${name}</a></p>
<p class="facts">${cancelledFact(event)}<span>${daysInWords(startDate, endDate)}</span> ${location !== '' && markup`<span>${location}</span>`}</p>
</li>`;
};

const sheet = (heading: string, content: readonly Markup[]): Markup | null =>
  content.length === 0 ? null : markup`<section class="sheet"><h2>${heading}</h2>${content}</section>`;

const list = (heading: string, entries: readonly Markup[]): Markup | null =>
  sheet(heading, entries.length === 0 ? [] : [markup`<ul>${entries}</ul>`]);

/** A page of the API shows the records beyond the maximum of this page. */
const further = (id: string, list: 'talks' | 'hosted', shown: number): Markup =>
  markup`<p class="notice">This page shows the first ${shown}. <a href="/v2.1/users/${id}/${list}?format=html&amp;start=${shown}">Further ones</a></p>`;

/** The page of a user: a speaker or host. */
export function userPage(
  user: User,
  { productName, maxPageSize }: Pick<RowRequest, 'productName' | 'maxPageSize'>,
): RowReply {
  const { id, fullName, username, biography, talks, hostedEvents } = user;
  const calendar = markup`<ul class="actions"><li><a href="/feeds/users/${id}/talks.ics">Add talks to calendar</a></li></ul>`;
  const main = markup`<p class="hint">@${username}</p>
${talks.nodes.length > 0 && calendar}
${sheet('About', prose(biography ?? ''))}
${list(
  'Talks',
  talks.nodes.map((talk) => talkOf(talk, username)),
)}
${talks.nodes.length >= maxPageSize && further(id, 'talks', maxPageSize)}
${list('Hosted events', hostedEvents.nodes.map(eventEntry))}
${hostedEvents.nodes.length >= maxPageSize && further(id, 'hosted', maxPageSize)}`;
  return page({
    title: fullName || username,
    header: productName,
    headerUrl: '/',
    heading: fullName || username,
    main: main.text,
    style: 'site',
    script: null,
  });
}
