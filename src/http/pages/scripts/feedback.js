// The feedback form of a talk: logs the user in if necessary, and then sends what they wrote.

import { graph, isLoggedIn, logIn } from './session.js';

const DRAFT = 'lectern.feedback';
/** The text of the stored operation, which every service trusts (`TRUSTED_DOCUMENTS`). */
const SEND_FEEDBACK = `mutation SendFeedback($input: CommentOnTalkInput!) {
  commentOnTalk(input: $input) {
    ratingIgnoredReason
  }
}`;

const UNRATED = {
  ALREADY_RATED: 'You have rated this talk before: your first rating counts, and this one does not.',
  OWN: 'You are a speaker of this talk: your rating does not count.',
};

const form = document.querySelector('form[data-talk]');
const status = form?.querySelector('[role="status"]');

function show(className, ...parts) {
  const sentence = document.createElement('p');
  sentence.className = className;
  sentence.append(...parts);
  status.replaceChildren(sentence);
}

/** @param ignored why the rating does not count; null if it does */
function showDone(ignored) {
  const link = document.createElement('a');
  link.href = `/v2.1/talks/${form.dataset.talk}/comments?format=html`;
  link.textContent = 'all feedback on this talk';
  if ('delayed' in form.dataset) {
    show('done', 'Thank you. Your feedback is saved. It will be shown together with the other feedback.');
  } else show('done', 'Thank you. Your feedback is public now: read ', link, '.');
  if (UNRATED[ignored]) status.firstChild.append(` ${UNRATED[ignored]}`);
  for (const child of [...form.children]) if (child !== status) child.remove();
  status.tabIndex = -1;
  status.focus();
}

/** Whether to hide the name. The service rejects the comment if the policy has since changed to public names. */
const hidesName = () => form.dataset.names === 'HIDDEN' || form.elements.hideName?.checked === true;

/** What the user has entered, which survives the login. */
const entered = () => ({
  talkId: form.dataset.talk,
  text: form.elements.text.value,
  ...(form.elements.rating && { rating: Number(form.elements.rating.value) }),
  ...(hidesName() && { hideName: true }),
});

function takeDraft() {
  const draft = JSON.parse(sessionStorage.getItem(DRAFT) ?? 'null');
  if (draft?.talkId !== form.dataset.talk) return null;
  sessionStorage.removeItem(DRAFT);
  if (form.elements.rating) form.elements.rating.value = String(draft.rating);
  if (form.elements.hideName) form.elements.hideName.checked = draft.hideName === true;
  form.elements.text.value = draft.text;
  return draft;
}

async function logInFirst(input) {
  sessionStorage.setItem(DRAFT, JSON.stringify(input));
  await logIn();
}

async function send() {
  const input = entered();
  if (!isLoggedIn()) return logInFirst(input);
  try {
    const { commentOnTalk } = await graph(SEND_FEEDBACK, { input });
    showDone(commentOnTalk.ratingIgnoredReason);
  } catch (error) {
    if (error.code === 'UNAUTHENTICATED') return logInFirst(input);
    console.warn(error);
    const hasChanged = error.problems?.some(({ reason }) => reason === 'NAMES_ARE_PUBLIC');
    if (hasChanged)
      show(
        'failed',
        'This event now shows the names of authors. To send your feedback with your name, reload the page.',
      );
    else show('failed', error.code ? error.message : 'The service could not be reached. Please try again.');
  }
}

async function submit() {
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  try {
    await send();
  } catch (error) {
    show('failed', error.message);
  } finally {
    form.ariaBusy = 'false';
  }
}

form?.addEventListener('submit', (event) => {
  event.preventDefault();
  void submit();
});
// Back from the login: the user has asked to send it. Without a token, the login was cancelled.
if (form && takeDraft() && isLoggedIn()) void submit();
