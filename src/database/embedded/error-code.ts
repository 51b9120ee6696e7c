/** Whether the error has one of the codes: a system error (ENOENT) or an SQLSTATE (57P03). */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes(errorCode(error) ?? '');
}

/** Returns the code of a failed system call or SQL statement; undefined for other errors. */
export function errorCode(error: unknown): string | undefined {
  // No instanceof: in the sandbox of a test runner, system errors belong to another realm.
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
