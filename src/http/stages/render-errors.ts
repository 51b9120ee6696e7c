import { withCrossOrigin } from '../cross-origin.js';
import { isHttpError } from '../http-error.js';
import type { Stage } from './stage.js';

/** Turns errors of the stages into replies of the endpoint. Other errors are left to the error handler. */
export const renderErrors: Stage = async (exchange, next) => {
  try {
    return await next();
  } catch (error) {
    if (!isHttpError(error)) throw error;
    return withCrossOrigin(exchange.endpoint.render(error, exchange));
  }
};
