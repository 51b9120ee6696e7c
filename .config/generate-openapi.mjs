// Prints rest-facade/openapi/openapi.json: v2.1 as OpenAPI 3.1, made by the compiled program of its table of routes, the
// schema's descriptions, and the examples beside it (`node .config/make-examples.mjs` makes those anew).
import { getNamedType, print } from 'graphql';
import { readFileSync } from 'node:fs';
import { createDocument } from '../dist/rest-facade/openapi/document.js';
import { createSchema } from '../dist/schema/index.js';

const schema = await createSchema();

/** The field or input field `Type.field`, or the argument `Type.field.argument`. */
function find(coordinate) {
  const [typeName, fieldName, argumentName] = coordinate.split('.');
  const field = schema.getType(typeName)?.getFields()[fieldName];
  const found = argumentName === undefined ? field : field?.args.find(({ name }) => name === argumentName);
  if (!found) throw new Error(`The schema has no ${coordinate}`);
  return described(found, coordinate);
}

function described({ description, type }, coordinate) {
  if (!description) throw new Error(`The schema does not describe ${coordinate}`);
  return { description, type: String(type) };
}

// Who asks, and the number of what is around, are told beside what the operation is about.
const isSubject = ({ kind, name }) => kind === 'Field' && name.value !== 'id';

/** Queries are about the list or the member that they ask a record for, mutations about themselves. */
function subjectOf({ definitions }) {
  const { operation, selectionSet } = definitions.find(({ kind }) => kind === 'OperationDefinition');
  const root = schema.getRootType(operation);
  const [asked] = selectionSet.selections.filter(isSubject);
  if (!asked) return { description: '', type: '' };
  const record = root.getFields()[asked.name.value];
  const [inner, ...others] = operation === 'query' ? asked.selectionSet.selections.filter(isSubject) : [];
  if (!inner || others.length > 0) return described(record, `${root}.${record.name}`);
  const type = getNamedType(record.type);
  return described(type.getFields()[inner.name.value], `${type}.${inner.name.value}`);
}

const examples = JSON.parse(readFileSync('rest-facade/openapi/examples.json', 'utf8'));
const document = createDocument({ find, subjectOf, print }, examples, '2.1.0');
process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
