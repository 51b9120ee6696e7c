// The form with which hosts set the feedback policy of an event.

import { element, paragraph } from './dashboard-elements.js';
import { statusLine } from './signed-in.js';
import { SET_FEEDBACK_POLICY } from './feedback-operations.js';
import { graph } from './session.js';

const choices = {
  names: [
    'Names of authors',
    [
      ['PUBLIC', 'Shown'],
      ['OPTIONAL', 'Authors may hide their name'],
      ['HIDDEN', 'Hidden'],
    ],
  ],
  ratings: [
    'Ratings',
    [
      ['ON', 'Every comment has a rating'],
      ['OFF', 'No ratings'],
    ],
  ],
  opens: [
    'Comments on a talk open',
    [
      ['ON_DAY', 'on the day of the talk'],
      ['WITH_TALK', 'when the talk starts'],
    ],
  ],
};

const numbers = {
  revealAfterComments: ['Show results after this number of comments', 1, 1_000],
  revealAfterHours: ['Show results this many hours after the talk', 0, 8_760],
};

function choice([name, [text, options]], chosen) {
  const entries = options.map(([value, label]) =>
    element('option', { value, selected: value === chosen[name] }, label),
  );
  return element('label', {}, text, element('select', { name }, ...entries));
}

function number([name, [text, min, max]], chosen) {
  const field = element('input', { type: 'number', name, min, max, step: 1, value: chosen[name] ?? '' });
  return element('label', {}, text, field);
}

const numberOf = (text) => (text === '' ? null : Number(text));

/** A section that changes the policy. */
export function policySection({ id, feedback }) {
  const section = element('section', { className: 'screen' }, element('h2', {}, 'How feedback works'));
  const { status, show, attempt } = statusLine(section);
  const form = element(
    'form',
    {},
    ...Object.entries(choices).map((one) => choice(one, feedback)),
    ...Object.entries(numbers).map((one) => number(one, feedback)),
    paragraph(
      'hint',
      'Without a number, results are shown at once. Names that are hidden when a comment is written stay hidden under every later setting.',
    ),
    element('button', {}, 'Save'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const input = { eventId: id };
    for (const name of Object.keys(choices)) input[name] = data.get(name);
    for (const name of Object.keys(numbers)) input[name] = numberOf(data.get(name));
    void attempt(async () => {
      await graph(SET_FEEDBACK_POLICY, { input });
      show('done', 'Saved. It applies to new comments at once.');
    });
  });
  section.append(form, status);
  return section;
}
