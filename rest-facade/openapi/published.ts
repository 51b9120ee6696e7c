import { readFileSync } from 'node:fs';

/** The compiled service also reads it from the source folder, where `npm run generate` writes it. */
const FILE = new URL('../../../rest-facade/openapi/openapi.json', import.meta.url);

/** Path of the document. It is not a row of the table, because it documents all rows. */
export const OPENAPI_PATH = '/v2.1/openapi.json';

/** The OpenAPI 3.1 document of v2.1. */
export const openapi = JSON.parse(readFileSync(FILE, 'utf8')) as object;
