// The dashboard: logs the user in if necessary, and shows the tasks that await them.

import { cardOf, outcomeCard, readTasks } from './dashboard-card.js';
import { daysText, element, paragraph } from './dashboard-elements.js';
import { kinds } from './dashboard-tasks.js';
import { showForViewer } from './signed-in.js';

const said = document.querySelector('#said');
const tasks = document.querySelector('#tasks');

/** The task that the link in a mail is about; undefined without one. */
function wantedTask() {
  const parameters = new URLSearchParams(location.search);
  const [name] = Object.keys(kinds).filter((kind) => parameters.get(kind));
  return name && { kind: kinds[name], id: parameters.get(name) };
}

function section(title, cards, ...more) {
  if (cards.length === 0) return [];
  return [element('section', {}, element('h2', {}, title), ...cards, ...more)];
}

function sectionOf(kind, { nodes, pageInfo }, isShown) {
  const cards = nodes.filter((task) => !isShown(kind, task)).map((task) => cardOf(kind, task));
  const more = pageInfo.hasNextPage
    ? [paragraph('hint', 'There are more tasks. Reload the page when you have decided these.')]
    : [];
  return section(kind.section, cards, ...more);
}

const states = new Map([
  ['PENDING', 'Awaits approval by an administrator.'],
  ['REJECTED', 'Rejected.'],
]);

function submissionCard({ name, startDate, endDate, status, withdrawnDate, rejectionReason }) {
  const state = [withdrawnDate ? 'Withdrawn.' : states.get(status), rejectionReason && `Reason: ${rejectionReason}`]
    .filter(Boolean)
    .join(' ');
  return element(
    'article',
    { className: 'task' },
    element('h3', {}, name),
    paragraph('hint', daysText(startDate, endDate)),
    paragraph(status === 'REJECTED' ? 'failed' : 'notice', state),
  );
}

/** The task of the link on top, focused; then all others. */
function show(data, wanted) {
  const record = wanted && data[wanted.kind.record];
  const outcome = wanted && wanted.kind.outcome(record, data.viewer);
  const isShown = (kind, { id }) => kind === wanted?.kind && id === record?.id;
  const { events, claims, reports, submissions } = data.tasks;
  const others = [
    ...sectionOf(kinds.event, events, isShown),
    ...sectionOf(kinds.claim, claims, isShown),
    ...sectionOf(kinds.report, reports, isShown),
    ...section('Your submitted events', submissions.nodes.map(submissionCard)),
  ];
  if (!wanted && others.length === 0) {
    said.replaceChildren(
      paragraph('done', 'Nothing to do. Events to approve, speaker claims and reported comments appear here.'),
    );
    return;
  }
  said.replaceChildren();
  tasks.replaceChildren(...others);
  if (!wanted) return;
  const card = outcome ? outcomeCard(outcome) : cardOf(wanted.kind, record);
  tasks.prepend(element('section', {}, element('h2', {}, 'From your mail'), card));
  (outcome ? card.querySelector('[role="status"]') : card).focus();
}

const wanted = wantedTask();
showForViewer(
  tasks,
  () => readTasks(wanted && { [wanted.kind.variable]: wanted.id }),
  (data) => show(data, wanted),
  [
    ['/account', 'Your account'],
    ['/my-feedback', 'Feedback on your talks'],
  ],
);
