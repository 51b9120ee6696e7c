import { recordNumber } from '../src/domain/visible.js';

/** What the argument `id` of a root field is, for the schema. */
export const RECORD_ID = 'The number in the address of the record.';

/**
 * Loads by an id that a caller gave; what is no number is the id of nothing.
 *
 * @param load is given the id as the database writes it, without leading zeros
 */
export function recordId<Value>(id: string, load: (known: string) => Promise<Value>): Promise<Value | null> | null {
  const known = recordNumber(id);
  return known === null ? null : load(known);
}
