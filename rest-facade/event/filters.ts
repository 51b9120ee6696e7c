import type { EventCollectionQueryVariables } from '../operations/documents.generated.js';
import type { WireRequest } from '../request.js';
import { eventFilters } from '../wire-values.js';

/** The filters of spec §4.2. Unknown filters and unparseable dates are ignored (contract §7.1 no. 11). */
export function eventFilterVariables({ query, paging, verbose, settings }: WireRequest): EventCollectionQueryVariables {
  const date = (name: string) => {
    const text = query.text(name);
    return text !== undefined && settings.isDate(text) ? text : null;
  };
  const tags = query.list('tags').filter((tag) => tag.trim() !== '');
  return {
    filter: filterOf(query.text('filter')),
    title: query.text('title') || null,
    stub: query.text('stub') || null,
    tags: tags.length > 0 ? [...tags] : null,
    from: date('startdate'),
    until: date('enddate'),
    offset: startOf({ query, paging }),
    limit: paging.limit,
    verbose,
  };
}

/** Looks up own properties only: every object also inherits `constructor`. */
function filterOf(word = ''): EventCollectionQueryVariables['filter'] {
  return Object.hasOwn(eventFilters, word) ? (eventFilters[word] ?? null) : null;
}

/** `filter=all` without `start` uses the default offset of the GraphQL field (spec §4.2). */
function startOf({ query, paging }: Pick<WireRequest, 'query' | 'paging'>): number | null {
  return paging.start ?? (query.text('filter') === 'all' ? null : 0);
}
