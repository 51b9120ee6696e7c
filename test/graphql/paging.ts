import type { TestService } from '../support/service.js';
import { askData } from './ask.js';

/** One page of a GraphQL connection. */
export interface Page {
  readonly offset: number | null;
  readonly totalCount: number;
  readonly nodes: readonly { readonly id: string }[];
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly id: string } }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

export type AskPage = (paging: string) => Promise<Page>;

/**
 * Requests pages of one list.
 *
 * @param field around `$`, the place of the paging arguments, such as `event(id: 1) { talks($) # }`; `#` is the
 * selection
 */
export function pagesOf(service: TestService, field: string, token?: string): AskPage {
  const selection = `{ offset totalCount nodes { id } edges { cursor node { id } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`;
  return async (paging) => {
    const query = `{ ${field.replace('$', paging).replace('#', selection)} }`;
    let found: unknown = await askData(service, query, { token });
    while (found && typeof found === 'object' && !('pageInfo' in found)) found = Object.values(found)[0];
    return found as Page;
  };
}

export const idsOf = ({ nodes }: Page): string[] => nodes.map(({ id }) => id);

/** All IDs of the list, in pages of two, forwards; fails if a page reports a wrong position. */
export async function walkForward(ask: AskPage): Promise<string[]> {
  const ids: string[] = [];
  let page = await ask('first: 2');
  if (page.pageInfo.hasPreviousPage || page.offset !== 0) throw new Error('The first page reports a wrong position');
  for (;;) {
    ids.push(...idsOf(page));
    checkCursors(page);
    const { hasNextPage, endCursor } = page.pageInfo;
    if (hasNextPage !== ids.length < page.totalCount) throw new Error('hasNextPage is wrong');
    if (!hasNextPage) return ids;
    page = await ask(`first: 2, after: "${endCursor}"`);
    if (!page.pageInfo.hasPreviousPage) throw new Error('hasPreviousPage is wrong');
  }
}

/** All IDs of the list, in pages of two, backwards. */
export async function walkBackward(ask: AskPage): Promise<string[]> {
  const ids: string[] = [];
  let page = await ask('last: 2');
  if (page.pageInfo.hasNextPage) throw new Error('Nothing follows the last page');
  for (;;) {
    ids.unshift(...idsOf(page));
    checkCursors(page);
    const { hasPreviousPage, startCursor } = page.pageInfo;
    if (hasPreviousPage !== ids.length < page.totalCount) throw new Error('hasPreviousPage is wrong');
    if (!hasPreviousPage) return ids;
    page = await ask(`last: 2, before: "${startCursor}"`);
    if (!page.pageInfo.hasNextPage) throw new Error('hasNextPage is wrong');
  }
}

/** All IDs of the list by page number. */
export async function walkByNumber(ask: AskPage): Promise<string[]> {
  const ids: string[] = [];
  for (let offset = 0; ; offset += 2) {
    const page = await ask(`offset: ${offset}, limit: 2`);
    if (page.offset !== offset || page.pageInfo.hasPreviousPage !== offset > 0) throw new Error('The place is wrong');
    ids.push(...idsOf(page));
    if (!page.pageInfo.hasNextPage) return ids;
  }
}

function checkCursors({ nodes, edges, pageInfo }: Page): void {
  const same = JSON.stringify(edges.map(({ node }) => node)) === JSON.stringify(nodes);
  const ends = pageInfo.startCursor === edges[0]?.cursor && pageInfo.endCursor === edges.at(-1)?.cursor;
  if (!same || !ends) throw new Error('The edges are not the nodes, or the cursors of the page not those of its ends');
}
