// Loads and shows the data of the logged-in user.

import { element, paragraph } from './dashboard-elements.js';
import { isLoggedIn, logIn, logOut, sentenceOf } from './session.js';

const said = document.querySelector('#said');
const account = document.querySelector('#account');

/** Empties the page, and shows a sentence instead. */
export function leave(content, ...sentence) {
  content.replaceChildren();
  account.replaceChildren();
  said.replaceChildren(paragraph('done', ...sentence));
  said.tabIndex = -1;
  said.focus();
}

function showAccount({ fullName }, content, links) {
  const button = element('button', { type: 'button', className: 'other' }, 'Log out');
  button.addEventListener('click', async () => {
    await logOut();
    leave(content, 'You are logged out. ', element('a', { href: location.href }, 'Log in'));
  });
  const entries = links.flatMap(([href, text]) => [' ', element('a', { href }, text)]);
  account.replaceChildren(paragraph('', `You are logged in as ${fullName}.`, ...entries), button);
}

/**
 * Logs the user in if necessary, then reads and shows the data.
 *
 * @param content the element that a logout empties
 * @param read returns data with a `viewer`
 * @param show receives the data
 * @param links other pages of the user: addresses and texts
 */
export function showForViewer(content, read, show, links = []) {
  const load = async () => {
    if (!isLoggedIn()) return logIn();
    const data = await read();
    if (!data.viewer) return logIn();
    show(data);
    showAccount(data.viewer, content, links);
  };
  load().catch(async (error) => {
    const again = element('a', { href: location.href }, 'Try again');
    said.replaceChildren(paragraph('failed', await sentenceOf(error), ' ', again));
  });
}

/** A line for the outcome of actions, and a function that runs one of them at a time. */
export function statusLine(whole) {
  const status = element('div', { role: 'status' });
  const show = (className, ...children) => status.replaceChildren(paragraph(className, ...children));
  const attempt = async (action) => {
    if (whole.ariaBusy === 'true') return;
    whole.ariaBusy = 'true';
    try {
      await action();
    } catch (error) {
      show('failed', error.code || error instanceof TypeError ? await sentenceOf(error) : error.message);
    } finally {
      whole.ariaBusy = 'false';
    }
  };
  return { status, show, attempt };
}
