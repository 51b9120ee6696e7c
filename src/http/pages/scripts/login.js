// The page to which the login returns.
import { finishLogIn } from './session.js';

const messages = new Map([
  ['access_denied', 'You are not logged in.'],
  ['unexpected', 'This login was not started in this tab. Please log in again.'],
]);

const said = document.createElement('p');
said.className = 'failed';

finishLogIn().then(
  (url) => location.replace(url),
  ({ code, returnTo }) => {
    said.textContent = messages.get(code) ?? 'The login failed. Please try again.';
    const back = document.createElement('a');
    back.href = returnTo;
    back.textContent = 'Back';
    const line = document.createElement('p');
    line.append(back);
    document.querySelector('[role="status"]').append(said, line);
  },
);
