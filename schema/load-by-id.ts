import { canonicalId } from '../src/core/common/visible-records.js';

/** Description of the argument `id` of root fields. */
export const RECORD_ID_DESCRIPTION = 'Numeric ID of the record. Any other value matches no record.';

/**
 * Loads a record by an ID from a request. Null without a query if the ID is not a number.
 *
 * @param load receives the canonical ID, without leading zeros
 */
export function loadById<Value>(id: string, load: (known: string) => Promise<Value>): Promise<Value | null> | null {
  const known = canonicalId(id);
  return known === null ? null : load(known);
}
