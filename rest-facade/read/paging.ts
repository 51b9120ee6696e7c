import type { WireQuery } from './query.js';

const DEFAULT_SIZE = 20;
/** The graph's page numbers are 32-bit integers. */
const LARGEST = 2_147_483_647;

/** Which part of a list is wanted (spec §4.1, decisions.md no. 12). Values that are no numbers fall back to the defaults. */
export interface Paging {
  /** Undefined when the client did not say: some lists then choose for themselves. */
  readonly start: number | undefined;
  /** What is asked of the graph. */
  readonly limit: number;
  /** What the links repeat: `0` stays `0`. */
  readonly resultsPerPage: number;
}

/** @param maxResults the most records of one answer (`MAX_RESULTS`) */
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
  return text !== undefined && /^\d+$/.test(text) ? Math.min(Number(text), LARGEST) : undefined;
}
