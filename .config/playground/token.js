// The token of every operation, unless the tab's own headers contain one: a token that the user has entered, or the one
// of the login. Both last as long as the tab of the browser.
import { useSyncExternalStore } from 'react';
import { accessToken, isLoggedIn, logOut } from '../../src/http/pages/scripts/session.js';

const KEY = 'lectern:token';
const listeners = new Set();

const enteredToken = () => window.sessionStorage.getItem(KEY) ?? '';

/** The current token; empty without one. */
export const currentToken = async () => enteredToken() || ((await accessToken()) ?? '');

function changed() {
  for (const listener of listeners) listener();
}

export function keepToken(token) {
  window.sessionStorage.setItem(KEY, token);
  changed();
}

/** Forgets the token, and ends the login. */
export async function endSession() {
  window.sessionStorage.removeItem(KEY);
  await logOut();
  changed();
}

function subscribe(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const session = () => enteredToken() || (isLoggedIn() ? 'login' : '');

/** A text that changes with the user; empty without one. */
export const useSession = () => useSyncExternalStore(subscribe, session);

/** `fetch` with the token. */
export async function fetchWithToken(address, options) {
  const headers = new Headers(options.headers);
  const token = headers.has('Authorization') ? '' : await currentToken();
  if (token !== '') headers.set('Authorization', `Bearer ${token}`);
  return fetch(address, { ...options, headers });
}
