const UNIQUE_VIOLATION = '23505';

/** Returns the SQLSTATE of a database error, also if wrapped by the ORM; empty for other errors. */
export function sqlStateOf(error: unknown): string {
  return stringMember(error, 'code');
}

/** Whether a statement violated the unique index with this name. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  return sqlStateOf(error) === UNIQUE_VIOLATION && stringMember(error, 'constraint') === index;
}

export function stringMember(thing: unknown, name: string): string {
  const value: unknown = typeof thing === 'object' && thing !== null ? Reflect.get(thing, name) : undefined;
  return typeof value === 'string' ? value : '';
}
