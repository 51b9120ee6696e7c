import type { RowTable } from '../src/http/rows/row.js';

/** Sentences by HTTP status, for clients that show the body of an error. */
const sentences: ReadonlyMap<number, string> = new Map([
  [400, 'The request is invalid.'],
  [401, 'Log in first.'],
  [403, 'You may not read this.'],
  [404, 'There is no such feed.'],
  [405, 'Feeds are read-only: send GET.'],
  [
    410,
    'The changes after this cursor no longer exist: store the "head" of a request without "after", then read the records again.',
  ],
  [413, 'This feed is too large.'],
  [429, 'Too many requests: try again later.'],
  [503, 'The service is unavailable: try again later.'],
]);

/** Renders an error as one sentence of plain text. */
export const renderError: RowTable['render'] = ({ status, headers = {} }) => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff', ...headers },
  body: `${sentences.get(status) ?? 'The request failed.'}\n`,
});
