import { recordNumber } from '../src/core/common/visible.js';

/** Description of the argument `id` of root fields. */
export const RECORD_ID = 'Numeric ID of the record. Any other value matches no record.';

/**
 * Loads a record by an ID from a request. Null without a query if the ID is not a number.
 *
 * @param load receives the canonical ID, without leading zeros
 */
export function recordId<Value>(id: string, load: (known: string) => Promise<Value>): Promise<Value | null> | null {
  const known = recordNumber(id);
  return known === null ? null : load(known);
}
