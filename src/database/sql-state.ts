const UNIQUE_VIOLATION = '23505';

/** Returns the SQLSTATE of a database error, also if wrapped by the ORM; empty for other errors. */
export function stateOf(error: unknown): string {
  return textMember(error, 'code');
}

/** Whether a statement violated the unique index with this name. */
export function isTaken(error: unknown, index: string): boolean {
  return stateOf(error) === UNIQUE_VIOLATION && textMember(error, 'constraint') === index;
}

export function textMember(thing: unknown, name: string): string {
  const value: unknown = typeof thing === 'object' && thing !== null ? Reflect.get(thing, name) : undefined;
  return typeof value === 'string' ? value : '';
}
