import { HttpError } from './http-error.js';

/** By then, most clients have read what they have requested. */
export const RETRY_AFTER_SECONDS = 1;

/** The error of a caller who holds too much, or requests too much at once. */
export const overloaded = (): HttpError =>
  new HttpError(503, 'UNAVAILABLE', 'OVERLOADED', { 'Retry-After': String(RETRY_AFTER_SECONDS) });
