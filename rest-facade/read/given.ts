/**
 * Omits an undefined input member. Compiled operations treat a present but undefined member as null, which clears the
 * stored value, whereas an absent member preserves it.
 */
export const given = <Name extends string, Value>(name: Name, value: Value | undefined): { [Key in Name]?: Value } =>
  value === undefined ? {} : ({ [name]: value } as { [Key in Name]: Value });
