// A page that shows what belongs to the logged-in user.

import { element, paragraph } from './dashboard-elements.js';
import { isLoggedIn, logIn, logOut, sentenceOf } from './session.js';

const said = document.querySelector('#said');
const account = document.querySelector('#account');

function showAccount({ fullName }, content) {
  const button = element('button', { type: 'button', className: 'other' }, 'Log out');
  button.addEventListener('click', async () => {
    await logOut();
    content.replaceChildren();
    account.replaceChildren();
    said.replaceChildren(paragraph('done', 'You are logged out. ', element('a', { href: location.href }, 'Log in')));
    said.tabIndex = -1;
    said.focus();
  });
  account.replaceChildren(paragraph('', `You are logged in as ${fullName}.`), button);
}

/**
 * Logs the user in if necessary, reads data and shows them.
 *
 * @param content the element that a logout empties
 * @param read returns data with a `viewer`
 * @param show receives the data
 */
export function showForViewer(content, read, show) {
  const load = async () => {
    if (!isLoggedIn()) return logIn();
    const data = await read();
    if (!data.viewer) return logIn();
    show(data);
    showAccount(data.viewer, content);
  };
  load().catch(async (error) => {
    const again = element('a', { href: location.href }, 'Try again');
    said.replaceChildren(paragraph('failed', await sentenceOf(error), ' ', again));
  });
}
