import { bodyBytes } from '../body-bytes.js';
import { refuseHeavyJson } from '../json-size.js';
import type { Stage } from './stage.js';

/** Reads the whole body. Rejects with an error that has a `status` if it is too large or cannot be decompressed. */
export const readBody: Stage = async (exchange, next) => {
  if (exchange.match.body === 'whole') {
    const bytes = await bodyBytes(exchange.request);
    refuseHeavyJson(exchange.headers, bytes);
    exchange.body = bytes;
  }
  return next();
};
