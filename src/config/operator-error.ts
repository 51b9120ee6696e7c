/**
 * A problem that the operator can fix, such as a port in use or an unreadable directory; never an internal error. Its
 * message is one sentence with the next step, printed without a stack; the exit code is 1.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
