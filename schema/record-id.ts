/** What the argument `id` of a root field is, for the schema. */
export const RECORD_ID = 'The number in the address of the record.';

/**
 * Loads by an id that a caller gave. Ids are whole numbers within 2^53; anything else is the id of nothing.
 *
 * @param load is given the id as the database writes it, without leading zeros
 */
export function recordId<Value>(id: string, load: (known: string) => Promise<Value>): Promise<Value | null> | null {
  if (!/^\d{1,16}$/.test(id)) return null;
  const number = Number(id);
  return Number.isSafeInteger(number) && number > 0 ? load(String(number)) : null;
}
