/**
 * A member of an input, only where the request says something of it: compiled operations take a member that is there and
 * undefined for null, which clears what an absent one keeps.
 */
export const given = <Name extends string, Value>(name: Name, value: Value | undefined): { [Key in Name]?: Value } =>
  value === undefined ? {} : ({ [name]: value } as { [Key in Name]: Value });
