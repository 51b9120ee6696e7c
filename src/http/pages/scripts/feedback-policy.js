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
  revealAfterComments: ['Show the results of a talk after comments by this number of people', 1, 1_000],
  revealAfterHours: ['Show the results of a talk this many hours after its end', 0, 8_760],
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
  const section = element('section', { className: 'screen' }, element('h2', {}, 'Feedback policy'));
  const { status, show, attempt } = statusLine(section);
  const form = element(
    'form',
    {},
    ...Object.entries(choices).map((one) => choice(one, feedback)),
    ...Object.entries(numbers).map((one) => number(one, feedback)),
    paragraph(
      'hint',
      'If both numbers are empty, results are shown at once. A name that is hidden when a comment is written stays hidden. “Hidden” also hides the names in existing comments.',
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
      show('done', 'Saved. The policy applies from now on.');
    });
  });
  section.append(form, status);
  return section;
}
