import document from './openapi.json' with { type: 'json' };

/** Path of the document. It is not a row of the table, because it documents all rows. */
export const OPENAPI_PATH = '/v2.1/openapi.json';

/** The OpenAPI 3.1 document of v2.1, which `npm run generate` writes. */
export const openapi: object = document;
