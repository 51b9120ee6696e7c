import { withCrossOrigin } from '../cross-origin.js';
import type { Stage } from './stage.js';

/** Lets scripts of other origins read the reply. Behind the cache, which stores complete replies. */
export const crossOrigin: Stage = async (_exchange, next) => withCrossOrigin(await next());
