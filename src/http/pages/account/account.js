// The forms of the account pages: each is sent to the address in its `data-send-to`, and tells in place what came of it.

const LONGEST_WAIT_MS = 30_000;
const UNREACHABLE = { sentence: 'The service could not be reached. Please try again.', fields: [] };

/**
 * The token of the mailed link. It leaves the address bar, so that nobody copies it from there, and stays with this entry
 * of the history: the page may be loaded again.
 */
function takeToken() {
  const given = new URLSearchParams(location.search).get('token');
  if (location.search !== '') history.replaceState({ token: given }, '', location.pathname);
  return history.state?.token || null;
}

/** Sends fields as JSON. Returns the status of a success; otherwise what the service says and the names of the fields it means. */
async function send(address, fields) {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/problem+json' },
      body: JSON.stringify(fields),
      credentials: 'omit',
      signal: AbortSignal.timeout(LONGEST_WAIT_MS),
    });
    if (response.ok) return { status: response.status };
    const answer = await response.json();
    // A service that could not look at the request answers an array with one sentence.
    const { title, problems = [] } = Array.isArray(answer) ? { title: answer[0] } : answer;
    const sentence = /[.!?]$/.test(title) ? title : `${title}.`;
    return { failure: { sentence, fields: problems.map(({ field }) => field) } };
  } catch (error) {
    console.warn(error);
    return { failure: UNREACHABLE };
  }
}

/** Some pages offer a new mail. */
function openDetails() {
  const details = document.querySelector('details');
  if (details) details.open = true;
}

const statusOf = (form) => form.querySelector('[role="status"]');
const templateOf = (form, occasion) =>
  form.querySelector(`template[data-for="${occasion}"]`)?.content.cloneNode(true) ?? '';

/** What is said stays where it is in the document: screen readers do not read what comes into it together with its frame. */
function showDone(form, occasion) {
  const status = statusOf(form);
  status.replaceChildren(templateOf(form, occasion));
  for (const child of [...form.children]) if (child !== status) child.remove();
  status.tabIndex = -1;
  status.focus();
}

function showFailure(form, { sentence, fields }) {
  const said = document.createElement('p');
  said.className = 'failed';
  said.textContent = sentence;
  const isTokenWrong = fields.includes('token');
  statusOf(form).replaceChildren(said, isTokenWrong ? templateOf(form, 'failed-token') : '');
  for (const input of form.querySelectorAll('input')) input.ariaInvalid = String(fields.includes(input.name));
  form.querySelector('[aria-invalid="true"]')?.focus();
  if (isTokenWrong) openDetails();
}

const passwordBeside = (button) => document.getElementById(button.getAttribute('aria-controls'));

function showPassword(button, shown) {
  passwordBeside(button).type = shown ? 'text' : 'password';
  button.textContent = shown ? 'Hide' : 'Show';
  button.ariaLabel = `${button.textContent} the password`;
}

async function submit(form) {
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  // Browsers offer to keep passwords, not texts.
  for (const button of form.querySelectorAll('[aria-controls]')) showPassword(button, false);
  const isMailed = form.classList.contains('with-token');
  const { failure, status } = await send(form.dataset.sendTo, {
    ...Object.fromEntries(new FormData(form)),
    ...(isMailed && { token }),
  });
  form.ariaBusy = 'false';
  if (failure) {
    showFailure(form, failure);
    return;
  }
  // 202: accepted, but another link must still be followed.
  const isWaiting = status === 202 && form.querySelector('template[data-for="waiting"]') !== null;
  showDone(form, isWaiting ? 'waiting' : 'done');
  if (!isMailed) return;
  history.replaceState(null, '');
  document.querySelector('details')?.remove();
}

const token = takeToken();
document.documentElement.dataset.token = token ? 'given' : 'missing';
if (!token && document.querySelector('.without-token')) openDetails();

for (const form of document.forms) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit(form);
  });
}
for (const button of document.querySelectorAll('button[aria-controls]')) {
  button.addEventListener('click', () => showPassword(button, passwordBeside(button).type === 'password'));
}
