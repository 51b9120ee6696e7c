import { getOperationAST, type DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { currentRequest } from '../src/telemetry/request/request-record.js';
import type { Variables } from './variables.js';

/** Compiled code completes fewer records in some milliseconds. */
const MANY_RECORDS = 1_000;
/** Of what a result reads: thousands of records, more than any conference has. */
const HUGE_BYTES = 4 * 2 ** 20;
const MAX_ENTRIES = 1_000;

/** Remembers which stored operations had a result so large that completing it at once blocks the event loop. */
export interface HugeResults {
  /** Equal for all pages of a list; undefined if the operation reads few records. */
  readonly keyOf: (document: DocumentNode, variables: Variables) => string | undefined;
  readonly has: (key: string | undefined) => boolean;
  /** Notes the size of the result that the current request has read. */
  readonly note: (key: string | undefined) => void;
}

export function createHugeResults(): HugeResults {
  const known = new LRUCache<string, true>({ max: MAX_ENTRIES });
  return {
    keyOf(document, variables) {
      if (!(Number(variables['limit']) > MANY_RECORDS)) return undefined;
      const subject = Object.entries(variables).filter(([, value]) => typeof value !== 'number');
      return JSON.stringify([getOperationAST(document)?.name?.value, subject]);
    },
    has: (key) => key !== undefined && known.has(key),
    note(key) {
      if (key === undefined) return;
      // Other pages of the list may be small.
      if ((currentRequest()?.resultSize.bytes ?? 0) > HUGE_BYTES) known.set(key, true);
    },
  };
}
