import type { WireQuery } from './query.js';

const DEFAULT_SIZE = 20;
/** GraphQL integers have 32 bits; larger ones are invalid (decisions no. 55). */
const MAX_INT = 2_147_483_647;

/** The requested page (spec §4.1, decisions no. 12). Malformed values fall back to the defaults. */
export interface Paging {
  /** Undefined if absent: some lists have their own default. */
  readonly start: number | undefined;
  /** Page size of the GraphQL query. */
  readonly limit: number;
  /** Page size as requested, repeated in page links: `0` stays `0`. */
  readonly resultsPerPage: number;
}

/** @param maxResults maximum number of records per response (`MAX_RESULTS`) */
export function readPaging(query: WireQuery, maxResults: number): Paging {
  const resultsPerPage = wholeNumber(query.text('resultsperpage')) ?? DEFAULT_SIZE;
  const everything = resultsPerPage === 0;
  return {
    start: everything ? 0 : wholeNumber(query.text('start')),
    limit: everything ? maxResults : Math.min(resultsPerPage, maxResults),
    resultsPerPage,
  };
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) && Number(text) <= MAX_INT ? Number(text) : undefined;
}

/** Variables of a list without a verbose form. */
export const plainListVariables = ({ paging }: { readonly paging: Paging }) => ({
  offset: paging.start ?? 0,
  limit: paging.limit,
});

/** Variables of a list: its page and `verbose`. */
export const listVariables = (request: { readonly paging: Paging; readonly verbose: boolean }) => ({
  ...plainListVariables(request),
  verbose: request.verbose,
});
