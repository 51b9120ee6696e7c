/**
 * A mistake or circumstance of whoever runs the service (a port taken, a folder that cannot be read), not a fault of
 * the service: its message is one sentence that says what to do, printed alone, without a stack; the exit code is 1.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
