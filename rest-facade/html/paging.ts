import { markup, type Markup } from './markup.js';

/** Renders the range of records on the page and links to its neighbours. @param shown number of records on the page */
export function paging(meta: Readonly<Record<string, unknown>>, shown: number): Markup {
  const { total, this_page: page, prev_page: previous, next_page: next } = meta;
  const start = Number(/[?&]start=(\d+)/.exec(String(page))?.[1] ?? 0);
  const part = shown === 0 ? `0 of ${String(total)}` : `${start + 1} – ${start + shown} of ${String(total)}`;
  return markup`<nav class="pages" aria-label="Pages">
${typeof previous === 'string' && markup`<a href="${previous}" rel="prev">← Previous</a>`}
<span>${part}</span>
${typeof next === 'string' && markup`<a href="${next}" rel="next">Next →</a>`}
</nav>`;
}
