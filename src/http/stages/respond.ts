import type { Stage } from './stage.js';

/** The last stage: the endpoint executes the operation. */
export const respond: Stage = async (exchange) => exchange.endpoint.respond(exchange);
