// The settings of an account: logs the user in if necessary, and shows them.

import * as operations from './account-operations.js';
import { dayText, element, paragraph } from './dashboard-elements.js';
import { graph, logOut } from './session.js';
import { leave, showForViewer, statusLine } from './signed-in.js';

const settings = document.querySelector('#settings');

const modes = new Map([
  ['EACH', 'a mail for each comment'],
  ['HOURLY', 'the first comment at once, then at most one mail per hour'],
  ['DAILY', 'one mail per day'],
  ['OFF', 'no mails'],
]);
const topics = new Map([
  ['CLAIMS', 'Claims to talks'],
  ['REPORTS', 'Reported comments of my events'],
  ['SUBMISSIONS', 'Submitted events, if I am an administrator'],
  ['DECISIONS', 'Decisions about my events'],
]);
const permissions = new Map([
  ['READ', 'read'],
  ['FEEDBACK', 'give feedback'],
  ['SPEAK', 'change talks'],
  ['HOST', 'change events'],
  ['ACCOUNT', 'change the account'],
]);

/** A section with a line for the outcome of what it does. */
function section(title, ...children) {
  const whole = element('section', {}, element('h2', {}, title), ...children);
  const line = statusLine(whole);
  whole.append(line.status);
  return { whole, ...line };
}

/** A form that calls `send` with its data. */
function form(send, ...children) {
  const created = element('form', {}, ...children);
  created.addEventListener('submit', (event) => {
    event.preventDefault();
    send(new FormData(created));
  });
  return created;
}

function mailSection({ feedback, muted }) {
  const options = [...modes].map(([value, text]) => element('option', { value, selected: value === feedback }, text));
  const boxes = [...topics].map(([value, text]) => {
    const box = element('input', { type: 'checkbox', name: 'wanted', value, checked: !muted.includes(value) });
    return element('label', { className: 'choice' }, box, ' ', text);
  });
  const save = (data) =>
    attempt(async () => {
      const wanted = data.getAll('wanted');
      const input = {
        feedback: data.get('feedback'),
        muted: [...topics.keys()].filter((name) => !wanted.includes(name)),
      };
      await graph(operations.UPDATE_NOTIFICATION_SETTINGS, { input });
      show('done', 'Saved.');
    });
  const { whole, show, attempt } = section(
    'Mails',
    form(
      save,
      element('label', {}, 'New feedback on my talks', element('select', { name: 'feedback' }, ...options)),
      element('fieldset', {}, element('legend', {}, 'Mails about'), ...boxes),
      element('button', {}, 'Save'),
    ),
  );
  return whole;
}

function loginCard({ id, application, createdAt, lastUsedAt, scopes }, attempt) {
  const name = application.name ?? 'The pages of this service';
  const title = element('h3', { id: `login-${id}` }, name);
  const button = element('button', { type: 'button', className: 'other' }, 'End this login');
  button.setAttribute('aria-describedby', title.id);
  const may = scopes.map((scope) => permissions.get(scope)).join(', ');
  const card = element(
    'article',
    { className: 'task' },
    title,
    paragraph('hint', `Since ${dayText(createdAt)}, last used ${dayText(lastUsedAt)}. May ${may}.`),
    element('div', { className: 'decision' }, button),
  );
  button.addEventListener(
    'click',
    () =>
      void attempt(async () => {
        await graph(operations.REVOKE_GRANT, { input: { grantId: id } });
        card.remove();
      }),
  );
  return card;
}

function loginSection(grants) {
  const cards = element('div');
  const { whole, show, attempt } = section('Logins', cards);
  const end = (action) =>
    attempt(async () => {
      await action();
      show('done', 'This login has ended.');
    });
  cards.append(...grants.map((grant) => loginCard(grant, end)));
  return whole;
}

function dataSection() {
  const button = element('button', { type: 'button' }, 'Create a file with my data');
  const { whole, show, attempt } = section(
    'Your data',
    paragraph('', 'All data about you as a JSON file, behind a link that is valid for 24 hours.'),
    button,
  );
  button.addEventListener(
    'click',
    () =>
      void attempt(async () => {
        const { exportAccount } = await graph(operations.EXPORT_ACCOUNT);
        show('done', 'The file is ready: ', element('a', { href: exportAccount.url }, 'Download my data'));
      }),
  );
  return whole;
}

function deletionSection() {
  const password = element('input', {
    type: 'password',
    name: 'password',
    autocomplete: 'current-password',
    required: true,
  });
  const { whole, attempt } = section(
    'Delete the account',
    paragraph(
      '',
      'Your account will be deleted after seven days. If you log in before, it is kept. Your comments stay without your name; your name stays on the programmes of talks.',
    ),
    form(
      (data) =>
        attempt(async () => {
          const input = { password: data.get('password') };
          const { deleteAccount } = await graph(operations.DELETE_ACCOUNT, { input });
          await logOut();
          const day = dayText(deleteAccount.deletionAt);
          leave(settings, `You are logged out. Your account will be deleted on ${day}.`);
        }),
      element('label', {}, 'Your password', password),
      element('button', { className: 'other' }, 'Delete my account'),
    ),
  );
  return whole;
}

const show = ({ viewer }) =>
  settings.replaceChildren(
    mailSection(viewer.notificationSettings),
    loginSection(viewer.grants.nodes),
    dataSection(),
    deletionSection(),
  );

showForViewer(settings, () => graph(operations.ACCOUNT_PAGE), show, [['/my-feedback', 'Feedback on your talks']]);
