import { readFileSync } from 'node:fs';

/** In `rest-facade`, also for the compiled service: `npm run generate` makes it there. */
const FILE = new URL('../../../rest-facade/openapi/openapi.json', import.meta.url);

/** Where clients find it. It is no row of the table: it tells of all rows. */
export const OPENAPI_PATH = '/v2.1/openapi.json';

/** v2.1 as OpenAPI 3.1. */
export const openapi = JSON.parse(readFileSync(FILE, 'utf8')) as object;
