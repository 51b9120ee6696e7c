import { markup, type Markup } from './markup.js';

/** Collections that can be listed; the others only serve single records. */
const lists = new Set(['events', 'users', 'token', 'applications', 'languages', 'talk_types']);
/** Collections whose records have a page and sub-pages. */
const collections = new Set([...lists, 'talks', 'tracks', 'event_comments', 'talk_comments']);

/** Maximum depth of a valid path. Each link repeats its prefix, so the size of the page is quadratic in the depth. */
const DEEPEST = 8;

/** Breadcrumbs of a v2.1 path, with links to the segments that can be read; null for any other path. */
export function breadcrumbs(path: string): Markup | null {
  const [version, ...steps] = path.split('/').filter((step) => step !== '');
  if (version !== 'v2.1' || steps.length > DEEPEST) return null;
  const [collection = ''] = steps;
  const crumbs = steps.map((step, depth) => {
    const leads = depth === 0 ? lists.has(collection) : collections.has(collection);
    const address = ['/v2.1', ...steps.slice(0, depth + 1)].join('/');
    if (depth === steps.length - 1) return markup`<li aria-current="page">${step}</li>`;
    return leads ? markup`<li><a href="${address}">${step}</a></li>` : markup`<li>${step}</li>`;
  });
  return markup`<nav aria-label="Path"><ol><li><a href="/v2.1">v2.1</a></li>${crumbs}</ol></nav>`;
}
