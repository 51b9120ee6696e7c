import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** Responds to a request, or leaves it to the next handler. */
export type Handler = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;
/** Responds to an error. */
export type ErrorHandler = (error: unknown, request: IncomingMessage, response: ServerResponse) => void;

/**
 * Calls handlers one after the other, as a route of Express does. Express itself takes about a twentieth of the CPU time
 * of a short query, because it changes the prototypes of request and response, and tries all routes in turn.
 *
 * @param handlers the last one must respond
 * @param handleError responds to the error that a handler throws or passes on
 */
export function inSequence(handlers: readonly Handler[], handleError: ErrorHandler): RequestListener {
  return (request, response) => {
    const fail = (error: unknown): void => handleError(error, request, response);
    const from = (index: number): void => {
      const handler = handlers[index];
      if (!handler) return fail(new Error('The last handler must respond'));
      try {
        handler(request, response, (error) => (error === undefined ? from(index + 1) : fail(error)));
      } catch (error) {
        fail(error);
      }
    };
    from(0);
  };
}
