import { markup, type Markup } from './markup.js';

interface Ratings {
  readonly average: number | null;
  readonly count: number;
  readonly distribution: readonly { readonly rating: number; readonly count: number }[];
}

const starsIn = (rating: number): string => (rating === 1 ? '1 star' : `${rating} stars`);

/** The ratings of a talk as a chart: a table of bars, best first. */
export function distributionOf({ average, count, distribution }: Ratings): Markup {
  if (average === null) return markup`<p>There are no ratings yet.</p>`;
  const rows = distribution.toReversed().map(
    (one) => markup`<tr><th scope="row">${starsIn(one.rating)}</th>
<td><meter max="${count}" value="${one.count}" aria-label="${starsIn(one.rating)}">${one.count}</meter></td>
<td>${one.count}</td></tr>`,
  );
  return markup`<table class="chart">
<caption><strong>${average.toFixed(1)}</strong> of 5, ${count} ${count === 1 ? 'rating' : 'ratings'}</caption>
<tbody>${rows}</tbody>
</table>`;
}
