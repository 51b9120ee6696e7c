import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { routes } from '../../rest-facade/nouns/routes.js';
import { createRouter } from '../../src/http/rows/router.js';
import { document, pathOf, type Operation } from './document.js';

/** An HTTP response. */
export interface Told {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly status: number;
  /** As text, whatever its type; empty without a body. */
  readonly body: string;
}

/** The problem of a response, in words; undefined if it matches the document. */
export type Judge = (told: Told) => string | undefined;

const FAILURES = 400;

/** Every member of a response must be documented: stricter than the document, which allows additions within v2.1. */
function strictly(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(strictly);
  const members = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, strictly(member)]));
  return members['type'] === 'object' ? { ...members, additionalProperties: false } : members;
}

/** Validates v2.1 responses by the OpenAPI document. Its schemas are compiled when first needed. */
export function createJudge(): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'document', components: strictly(document.components) });
  const find = createRouter(routes);
  const compiled = new Map<object, ValidateFunction>();

  const problemIn = (schema: object, value: unknown): string | undefined => {
    const validate = compiled.get(schema) ?? ajv.compile(strictly(pointingInto(schema)) as object);
    compiled.set(schema, validate);
    return validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'the answer' });
  };

  /** The row's operation; undefined without a row: such requests only get errors. */
  const operationFor = ({ method, path }: Told): Operation | undefined => {
    const found = find(method, path.replace(/\/+$/, '') || '/');
    if (!found || 'status' in found) return undefined;
    return document.paths[pathOf(found.row)]?.[found.row.method.toLowerCase()];
  };

  return (told) => {
    const { method, status, body } = told;
    if (method === 'HEAD' || method === 'OPTIONS') return undefined;
    const operation = operationFor(told);
    const response = operation?.responses[status];
    if (!operation && !told.path.startsWith('/v2.1')) return undefined;
    if (operation && !response) return `returns ${status}`;
    const json = jsonOf(body);
    if (json === undefined) return undefined;
    if (status >= FAILURES) {
      return problemIn(document.components.schemas[Array.isArray(json.value) ? 'Error' : 'Problem']!, json.value);
    }
    const schema = response?.content?.['application/json']?.schema;
    return schema ? problemIn(schema, json.value) : response && 'returns a body';
  };
}

/** Skips HTML, JSONP and compressed variants of the same data. */
function jsonOf(body: string): { readonly value: unknown } | undefined {
  return /^[[{]/.test(body) ? { value: JSON.parse(body) as unknown } : undefined;
}

const pointingInto = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components')) as object;
