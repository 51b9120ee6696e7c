/**
 * A member that the operation selects only when it is asked for the verbose form.
 *
 * @throws Error when a shape reads such a member without having asked for it
 */
export function verboseOnly<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('A verbose member was shaped that the operation did not select');
  return value;
}
