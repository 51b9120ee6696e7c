import type { RowTable } from '../src/http/rows/row.js';
import { markup } from './markup.js';
import { page } from './page.js';

interface Sentences {
  readonly heading: string;
  readonly advice: string;
}

const LATER = 'Please try again in a moment.';
const ADDRESS = 'Please check the address.';

/** What a page says, by HTTP status. */
const sentences: ReadonlyMap<number, Sentences> = new Map([
  [400, { heading: 'The address is invalid', advice: ADDRESS }],
  [401, { heading: 'You are not logged in', advice: 'Please log in and try again.' }],
  [403, { heading: 'You may not see this page', advice: 'Please log in with an account that may see it.' }],
  [
    404,
    { heading: 'There is no such page', advice: `${ADDRESS} The page may have been removed, or may not be public.` },
  ],
  [405, { heading: 'Pages are read-only', advice: 'Please open the address in a browser.' }],
  [413, { heading: 'The page is too large', advice: ADDRESS }],
  [429, { heading: 'Too many requests', advice: LATER }],
  [503, { heading: 'The service is unavailable', advice: LATER }],
]);
const OTHER: Sentences = { heading: 'The request failed', advice: LATER };

/** Renders an error as a page. */
export const renderError: RowTable['render'] = ({ status, headers = {} }, { productName }) => {
  const { heading, advice } = sentences.get(status) ?? OTHER;
  const { headers: pageHeaders, body } = page({
    title: `Error ${status}`,
    header: productName,
    headerUrl: '/',
    heading,
    main: markup`<p>${advice}</p>`.text,
    style: 'site',
    script: null,
  });
  return { status, headers: { ...pageHeaders, ...headers }, body };
};
