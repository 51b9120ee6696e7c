// The card of a task: its decision replaces its content by a sentence.

import { element, paragraph } from './dashboard-elements.js';
import * as operations from './dashboard-operations.js';
import { graph, sentenceOf } from './session.js';

/** Reads the tasks, and the records that `wanted` names. */
export const readTasks = (wanted = {}) =>
  graph(operations.DASHBOARD, { eventId: '', claimId: '', reportId: '', ...wanted });

/** Replaces the content of a card by its outcome. The focus follows, since the buttons are gone. */
function finish(card, [sentence, ...more]) {
  const status = card.querySelector('[role="status"]');
  for (const child of [...card.children]) if (child !== status) child.remove();
  card.removeAttribute('aria-labelledby');
  card.classList.add('decided');
  status.replaceChildren(paragraph('done', sentence), ...more.map((text) => paragraph('', text)));
  status.tabIndex = -1;
  status.focus();
}

async function decide(card, kind, task, action) {
  if (card.ariaBusy === 'true') return;
  card.ariaBusy = 'true';
  try {
    // Another host may have decided since the page was loaded.
    const now = await readTasks({ [kind.variable]: task.id });
    finish(card, kind.outcome(now[kind.record], now.viewer, true) ?? [await action.run(task, card)]);
  } catch (error) {
    const sentence = await sentenceOf(error);
    card.querySelector('[role="status"]').replaceChildren(paragraph('failed', sentence));
  } finally {
    card.ariaBusy = 'false';
  }
}

const emptyCard = (...children) =>
  element('article', { className: 'task', tabIndex: -1 }, ...children, element('div', { role: 'status' }));

/** The card of a pending task. */
export function cardOf(kind, task) {
  const title = element('h3', { id: `${kind.record}-${task.id}` }, kind.title(task));
  const buttons = kind.actions.map((action, index) => {
    const button = element('button', { type: 'button', className: index === 0 ? '' : 'other' }, action.name);
    button.setAttribute('aria-describedby', title.id);
    button.addEventListener('click', () => void decide(card, kind, task, action));
    return button;
  });
  const decision = element('div', { className: 'decision' }, ...buttons);
  const card = emptyCard(title, ...kind.content(task), ...(kind.fields?.(task) ?? []), decision);
  card.setAttribute('aria-labelledby', title.id);
  return card;
}

/** The card of a task that is no longer pending. */
export function outcomeCard(sentences) {
  const card = emptyCard();
  finish(card, sentences);
  return card;
}
