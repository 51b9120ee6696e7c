// Prints common/operations.generated.ts: the operations of the Apollo and urql frontends as typed documents.
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { parse } from 'graphql';
import { readFileSync, writeFileSync } from 'node:fs';

const read = (path) => parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

const text = await codegen({
  filename: 'operations.generated.ts',
  schema: read('../schema/schema.graphql'),
  documents: [{ location: 'operations.graphql', document: read('common/operations.graphql') }],
  config: {
    useTypeImports: true,
    enumType: 'string-literal',
    skipTypename: true,
    scalars: { ID: 'string', DateTime: 'string', TimeZone: 'string', URL: 'string', Upload: 'Blob' },
  },
  plugins: [{ operations: {} }, { documents: {} }],
  pluginMap: { operations: typescriptOperations, documents: typedDocumentNode },
});
writeFileSync(new URL('common/operations.generated.ts', import.meta.url), text);
