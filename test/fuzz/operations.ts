import { document } from '../openapi/document.js';

/** A JSON Schema, as far as the OpenAPI document uses it for requests. */
export interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly maxLength?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

type Members = Readonly<Record<string, unknown>>;

/** The inputs of an operation. */
export interface RestOperation {
  readonly name: string;
  readonly method: string;
  /** With parameters such as `{eventId}`. */
  readonly path: string;
  readonly query: readonly Parameter[];
  /** Undefined without a body. */
  readonly body?: { readonly schema: Schema; readonly example: Members; readonly isUpload: boolean };
}

interface Written {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema; example?: Members }>> };
}

const written = document as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Written>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
};

/** Every operation of the committed OpenAPI document. */
export const restOperations: readonly RestOperation[] = Object.entries(written.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => readOperation(path, method, operation)),
);

function readOperation(path: string, method: string, { operationId, parameters, requestBody }: Written): RestOperation {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return {
    name: operationId,
    method: method.toUpperCase(),
    path,
    query: (parameters ?? []).map(resolved).filter((parameter) => parameter.in === 'query'),
    ...(content && {
      body: { schema: content.schema, example: content.example ?? {}, isUpload: type === 'multipart/form-data' },
    }),
  };
}

function resolved(parameter: Parameter | { readonly $ref: string }): Parameter {
  if (!('$ref' in parameter)) return parameter;
  const found = written.components.parameters[parameter.$ref.replace(/^.*\//, '')];
  if (!found) throw new Error(`${parameter.$ref} leads nowhere`);
  return found;
}
