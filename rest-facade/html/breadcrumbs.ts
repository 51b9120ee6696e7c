import { markup, type Markup } from './markup.js';

/** The collections that can be read whole; the other ones are entered by a link to one of their records. */
const lists = new Set(['events', 'users', 'token', 'applications', 'languages', 'talk_types']);
/** The collections whose records have a page, and pages below it. */
const collections = new Set([...lists, 'talks', 'tracks', 'event_comments', 'talk_comments']);

/** No path that is answered has more steps. Each link repeats all before it, so many steps would make a page of megabytes. */
const DEEPEST = 8;

/** The way to a path of v2.1, each step a link where something is to be read there; nothing for any other path. */
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
