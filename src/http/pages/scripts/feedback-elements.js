// Elements that show ratings, and downloads of feedback.

import { element } from './dashboard-elements.js';
import { accessToken } from './session.js';

const starsIn = (rating) => (rating === 1 ? '1 star' : `${rating} stars`);

export const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** The ratings as a chart: a table of bars, best first. */
export function chart({ average, count, distribution }) {
  if (average === null) return element('p', {}, 'There are no ratings yet.');
  const rows = distribution.toReversed().map((one) => {
    const bar = element('meter', { max: count, value: one.count }, String(one.count));
    bar.setAttribute('aria-label', starsIn(one.rating));
    const name = element('th', { scope: 'row' }, starsIn(one.rating));
    return element('tr', {}, name, element('td', {}, bar), element('td', {}, String(one.count)));
  });
  const caption = element(
    'caption',
    {},
    element('strong', {}, average.toFixed(1)),
    ` of 5, ${counted(count, 'rating')}`,
  );
  return element('table', { className: 'chart' }, caption, element('tbody', {}, ...rows));
}

/** @throws Error with a sentence for the user */
async function download(path) {
  const token = await accessToken();
  const response = await fetch(path, { headers: { Authorization: `Bearer ${token}` }, credentials: 'omit' });
  if (!response.ok) throw new Error(`The file could not be created: ${(await response.text()).trim()}`);
  const url = URL.createObjectURL(await response.blob());
  element('a', { href: url, download: path.split('/').slice(-2).join('-') }).click();
  URL.revokeObjectURL(url);
}

/**
 * A button that downloads a file with the login of the viewer.
 *
 * @param attempt runs an action and shows its failure
 */
export function downloadButton(text, path, attempt) {
  const button = element('button', { type: 'button', className: 'other' }, text);
  button.addEventListener('click', () => void attempt(() => download(path)));
  return button;
}
