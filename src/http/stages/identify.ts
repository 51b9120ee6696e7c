import { DomainError } from '../../core/errors.js';
import { HttpError } from '../http-error.js';
import type { Stage } from './stage.js';

/** Rejects requests with a malformed `Authorization` or an unknown `Host`. */
export const identify: Stage = async (exchange, next) => {
  if (exchange.endpoint.identifiesFirst) {
    try {
      exchange.identify();
    } catch (error) {
      const [problem] = error instanceof DomainError ? error.problems : [];
      throw problem ? new HttpError(400, 'INVALID', problem.reason) : error;
    }
  }
  return next();
};
