/**
 * Unwraps a member that the operation selects for the verbose form only.
 *
 * @throws Error if the operation did not select the member
 */
export function verboseOnly<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('A verbose member was shaped that the operation did not select');
  return value;
}
