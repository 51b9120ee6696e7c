import type { RowTable } from '../src/http/rows/row.js';
import { page } from './page.js';

/** Sentences by HTTP status. */
const sentences: ReadonlyMap<number, string> = new Map([
  [400, 'The address is invalid'],
  [401, 'Log in first'],
  [403, 'You may not see this page'],
  [404, 'There is no such page'],
  [405, 'Pages are read-only'],
  [429, 'Too many requests: try again later'],
  [503, 'The service is unavailable: try again later'],
]);

/** Renders an error as a page. */
export const renderError: RowTable['render'] = ({ status, headers = {} }) => {
  const { headers: pageHeaders, body } = page({
    title: 'Error',
    header: `Error ${status}`,
    heading: sentences.get(status) ?? 'The request failed',
    main: '<p>Check the address, or scan the code again.</p>',
    style: 'feedback',
    script: null,
  });
  return { status, headers: { ...pageHeaders, ...headers }, body };
};
