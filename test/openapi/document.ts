import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Row } from '../../rest-facade/table/route.js';

interface Content {
  readonly schema: object;
}
interface Response {
  readonly content?: Readonly<Record<string, Content>>;
}

/** The members of an OpenAPI operation that tests use. */
export interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Response>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

const FILE = fileURLToPath(new URL('../../../rest-facade/openapi/openapi.json', import.meta.url));

/** The committed document, which the service publishes. */
export const document = JSON.parse(readFileSync(FILE, 'utf8')) as Document;

/** A path of the table in the format of the document. */
export const pathOf = ({ path }: Row): string => path.replaceAll(/:(\w+)/g, '{$1}');
