import { STATUS_CODES } from 'node:http';
import { contentsOf, type View } from './contents.js';
import { markup, Markup } from './markup.js';
import { style } from './style.js';

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-hidden="true">' +
  '<rect width="32" height="32" rx="7" fill="#0f766e"/>' +
  '<path d="M6 8.5 26 6l-2.2 8.5h-6.3V23h5v3h-13v-3h5v-8.5H8.2z" fill="#fff"/></svg>';

/**
 * Renders a v2.1 response as an HTML page (contract §1.2) with all members of the JSON document and its links.
 *
 * @param body a document, or the one-element array of an error
 * @param alternate URL of the equivalent GraphQL operation
 */
export function* pageOf(
  status: number,
  body: object,
  view: View,
  alternate: string | undefined,
): Generator<string, void> {
  const { heading, above, sheets, below, hasTwoForms } = contentsOf(status, body, view);
  const { productName, path, query } = view;
  const search = query.toString();
  const isVerbose = query.text('verbose') === 'yes';
  const json = same(view, { format: 'json' });
  const form = isVerbose ? { label: 'Less detail', verbose: 'no' } : { label: 'More detail', verbose: 'yes' };
  const begin = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading === productName ? '' : `${heading} · `}${productName}</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
<link rel="alternate" type="application/json" href="${json}">
<style>${new Markup(style)}</style>
</head>
<body>
<header><a href="/">${new Markup(icon)}${productName}</a>${breadcrumbs(path)}</header>
<main>
${status >= 400 && markup`<p class="status">${status} ${STATUS_CODES[status]}</p>`}
<h1 dir="auto">${heading}</h1>
<code>${path}${search && `?${search}`}</code>
<ul class="ways">
<li><a href="${json}" type="application/json">JSON</a></li>
${alternate !== undefined && markup`<li><a href="${alternate}">GraphQL</a></li>`}
${hasTwoForms && markup`<li><a href="${same(view, { verbose: form.verbose })}">${form.label}</a></li>`}
</ul>
${above}`;
  yield begin.text;
  for (const sheet of sheets) yield sheet.text;
  yield markup`${below}
</main>
</body>
</html>
`.text;
}

/** The current URL with other query parameters. */
const same = ({ query }: View, changes: Readonly<Record<string, string>>): string =>
  `?${query.with(changes).toString()}`;

/** Collections that can be listed; the others only serve single records. */
const lists = new Set(['events', 'users', 'token', 'applications', 'languages', 'talk_types']);
/** Collections whose records have a page and sub-pages. */
const collections = new Set([...lists, 'talks', 'tracks', 'event_comments', 'talk_comments']);

/** Maximum depth of a valid path. Each link repeats its prefix, so the size of the page is quadratic in the depth. */
const MAX_DEPTH = 8;

/** Breadcrumbs of a v2.1 path, with links to the segments that can be read; null for any other path. */
export function breadcrumbs(path: string): Markup | null {
  const [version, ...steps] = path.split('/').filter((step) => step !== '');
  if (version !== 'v2.1' || steps.length > MAX_DEPTH) return null;
  const [collection = ''] = steps;
  const crumbs = steps.map((step, depth) => {
    const leads = depth === 0 ? lists.has(collection) : collections.has(collection);
    const address = ['/v2.1', ...steps.slice(0, depth + 1)].join('/');
    if (depth === steps.length - 1) return markup`<li aria-current="page">${step}</li>`;
    return leads ? markup`<li><a href="${address}">${step}</a></li>` : markup`<li>${step}</li>`;
  });
  return markup`<nav aria-label="Path"><ol><li><a href="/v2.1">v2.1</a></li>${crumbs}</ol></nav>`;
}
