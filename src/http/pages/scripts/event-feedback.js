// The feedback on an event, for its hosts: response, the best rated talks, talks without feedback, and the policy.

import { daysText, element, paragraph } from './dashboard-elements.js';
import { chart, counted, downloadButton } from './feedback-elements.js';
import * as operations from './feedback-operations.js';
import { policySection } from './feedback-policy.js';
import { follow } from './live.js';
import { graph } from './session.js';
import { showForViewer, statusLine } from './signed-in.js';

const content = document.querySelector('#feedback');
const [, , slug] = location.pathname.split('/').map(decodeURIComponent);
/** A page of talks has 100 records. */
const MAX_PAGES = 20;

/** Reads the event with all its talks. */
async function read() {
  const data = await graph(operations.EVENT_FEEDBACK_PAGE, { slug });
  const talks = data.eventBySlug?.feedbackSummary?.talks;
  let pageInfo = talks?.pageInfo;
  for (let page = 1; pageInfo?.hasNextPage && page < MAX_PAGES; page += 1) {
    const more = await graph(operations.EVENT_FEEDBACK_PAGE, { slug, after: pageInfo.endCursor });
    talks.nodes.push(...more.eventBySlug.feedbackSummary.talks.nodes);
    pageInfo = more.eventBySlug.feedbackSummary.talks.pageInfo;
  }
  return data;
}

const talkLink = ({ title, stub }) => element('a', { href: `/talk/${encodeURIComponent(stub)}` }, title);

function facts(event) {
  const { attendeeCount, commentCount, talkCommentCount, feedbackSummary } = event;
  const { respondentCount, responseRate } = feedbackSummary;
  const rate = responseRate === null ? '' : ` (${Math.round(responseRate * 100)} %)`;
  const rows = [
    ['Attendees', attendeeCount],
    ['With feedback', `${respondentCount}${rate}`],
    ['Comments on talks', talkCommentCount],
    ['Comments on the event', commentCount],
  ];
  return element(
    'dl',
    {},
    ...rows.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, String(value)))),
  );
}

function bestRated(talks) {
  const rated = talks.filter(({ ratings }) => ratings.average !== null);
  if (rated.length === 0) return paragraph('', 'No talk has ratings yet.');
  const headings = ['Talk', 'Lower bound', 'Average', 'Ratings'];
  const head = element('tr', {}, ...headings.map((name) => element('th', { scope: 'col' }, name)));
  const rows = rated.map((talk) =>
    element(
      'tr',
      {},
      element('td', {}, talkLink(talk), paragraph('hint', talk.speakers.map(({ name }) => name).join(', '))),
      element('td', {}, talk.ratings.fairLow.toFixed(2)),
      element('td', {}, talk.ratings.average.toFixed(1)),
      element('td', {}, String(talk.ratings.count)),
    ),
  );
  return element('table', { className: 'ranking' }, element('thead', {}, head), element('tbody', {}, ...rows));
}

function silentTalks(talks, count) {
  if (count === 0) return [];
  const silent = talks.filter(({ commentCount }) => commentCount === 0);
  return [
    element(
      'section',
      {},
      element('h2', {}, `${counted(count, 'talk')} without feedback`),
      element('ul', {}, ...silent.map((talk) => element('li', {}, talkLink(talk)))),
    ),
  ];
}

function files({ id }) {
  const section = element('section', { className: 'screen' }, element('h2', {}, 'Files'));
  const { status, attempt } = statusLine(section);
  const buttons = ['csv', 'json', 'ndjson'].map((format) =>
    downloadButton(format.toUpperCase(), `/feeds/events/${id}/feedback.${format}`, attempt),
  );
  section.append(
    paragraph('', 'All comments on the event and its talks. Hidden names stay hidden.'),
    element('div', { className: 'decision' }, ...buttons),
    status,
  );
  return section;
}

function show({ eventBySlug: event }) {
  if (!event) {
    content.replaceChildren(paragraph('failed', 'There is no such event, or you may not see it.'));
    return;
  }
  document.title = `Feedback: ${event.name}`;
  document.querySelector('h1').textContent = `Feedback: ${event.name}`;
  const overview = element('div', { className: 'overview' }, ...overviewOf(event));
  content.replaceChildren(overview, files(event), policySection(event));
  follow('EventLive', { eventId: event.id }, async () => {
    const { eventBySlug: current } = await read();
    if (current) overview.replaceChildren(...overviewOf(current));
  });
}

/** The parts that are updated after changes: all except the form. */
function overviewOf(event) {
  const { talks, silentTalkCount } = event.feedbackSummary;
  return [
    element(
      'section',
      {},
      paragraph('', element('a', { href: `/event/${encodeURIComponent(slug)}` }, 'Page of the event')),
      paragraph('hint', daysText(event.startDate, event.endDate)),
      facts(event),
    ),
    element('section', {}, element('h2', {}, 'Ratings of the event'), chart(event.ratings)),
    element(
      'section',
      {},
      element('h2', {}, 'Best rated talks'),
      paragraph(
        'hint',
        'Sorted by the lower bound of the rating at 95 % confidence, which is lower for talks with few ratings.',
      ),
      bestRated(talks.nodes),
    ),
    ...silentTalks(talks.nodes, silentTalkCount),
  ];
}

showForViewer(content, read, show);
