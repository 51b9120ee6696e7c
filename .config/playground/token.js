// The token of every operation, unless the tab's own headers contain one. Its lifetime is that of the browser's tab.
import { useSyncExternalStore } from 'react';

const KEY = 'lectern:token';
const listeners = new Set();

/** The current token; empty without one. */
export const currentToken = () => window.sessionStorage.getItem(KEY) ?? '';

/** @param token an empty text removes it */
export function keepToken(token) {
  if (token === '') window.sessionStorage.removeItem(KEY);
  else window.sessionStorage.setItem(KEY, token);
  for (const listener of listeners) listener();
}

function subscribe(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useToken = () => useSyncExternalStore(subscribe, currentToken);

/** `fetch` with the token. */
export function fetchWithToken(address, options) {
  const headers = new Headers(options.headers);
  if (currentToken() !== '' && !headers.has('Authorization')) headers.set('Authorization', `Bearer ${currentToken()}`);
  return fetch(address, { ...options, headers });
}
