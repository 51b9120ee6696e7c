/** Browsers list HTML, API clients JSON or any type. Ignores quality values, as the facade does. */
const prefersPage = (accept: string): boolean => accept.includes('text/html') && !accept.includes('application/json');

/** Cache key of an anonymous read. Errors may differ for the same key, but they are not cached. */
export const cacheKeyOf = (url: string, origin: string, accept = ''): string =>
  `${prefersPage(accept) ? 'page' : 'data'} ${origin} ${url}`;
