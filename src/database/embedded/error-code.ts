/** Whether the error carries one of the codes: of the operating system (ENOENT) or of PostgreSQL (57P03). */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes(errorCode(error) ?? '');
}

/** The code of a failed system call or SQL statement; undefined for other errors. */
export function errorCode(error: unknown): string | undefined {
  // No instanceof: in a test runner's sandbox the system's errors are of another realm.
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
