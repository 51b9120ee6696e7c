// The buttons "I am this speaker": each logs the user in if necessary, and then claims the speaker for their account.

import { graph, isLoggedIn, logIn } from './session.js';

const PENDING = 'lectern.claim';
/** The texts of stored operations, which every service trusts (`TRUSTED_DOCUMENTS`). */
const CLAIMING_VIEWER = `query ClaimingViewer {
  viewer {
    username
  }
}`;
const CLAIM_SPEAKER = `mutation ClaimSpeaker($input: ClaimSpeakerInput!) {
  claimSpeaker(input: $input) {
    isLinked
  }
}`;

const speakers = document.querySelector('.speakers');
const buttons = [...(speakers?.querySelectorAll('button[data-speaker]') ?? [])];
const status = document.querySelector('#claimed');

function show(className, ...parts) {
  const sentence = document.createElement('p');
  sentence.className = className;
  sentence.append(...parts);
  status.replaceChildren(sentence);
}

function showDone(isLinked, username) {
  for (const button of buttons) button.remove();
  const link = document.createElement('a');
  link.href = `/user/${encodeURIComponent(username)}`;
  link.textContent = 'your page';
  if (isLinked) show('done', 'You are now listed as a speaker of this talk. It appears on ', link, '.');
  else show('done', 'Thank you. Once a host of the event confirms your claim, the talk will appear on ', link, '.');
  status.tabIndex = -1;
  status.focus();
}

async function logInFirst(claim) {
  sessionStorage.setItem(PENDING, JSON.stringify(claim));
  await logIn();
}

async function send(claim) {
  if (!isLoggedIn()) return logInFirst(claim);
  try {
    const { viewer } = await graph(CLAIMING_VIEWER);
    // The token has been revoked.
    if (!viewer) return logInFirst(claim);
    const { claimSpeaker } = await graph(CLAIM_SPEAKER, { input: { ...claim, username: viewer.username } });
    showDone(claimSpeaker.isLinked, viewer.username);
  } catch (error) {
    if (error.code === 'UNAUTHENTICATED') return logInFirst(claim);
    console.warn(error);
    show('failed', error.code ? error.message : 'The service could not be reached. Please try again.');
  }
}

async function claim(speakerName) {
  for (const button of buttons) button.disabled = true;
  try {
    await send({ talkId: speakers.dataset.talk, speakerName });
  } catch (error) {
    show('failed', error.message);
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

/** The claim of this talk that the user made before the login. */
function takePending() {
  const pending = JSON.parse(sessionStorage.getItem(PENDING) ?? 'null');
  if (pending?.talkId !== speakers?.dataset.talk) return null;
  sessionStorage.removeItem(PENDING);
  return pending;
}

for (const button of buttons) {
  button.hidden = false;
  button.addEventListener('click', () => void claim(button.dataset.speaker));
}
// Back from the login: the user has asked to send it. Without a token, the login was cancelled.
const pending = speakers && takePending();
if (pending && isLoggedIn()) void claim(pending.speakerName);
