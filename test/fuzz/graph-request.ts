import {
  getOperationAST,
  isInputType,
  typeFromAST,
  type GraphQLInputType,
  type OperationDefinitionNode,
} from 'graphql';
import { storedOperations } from '../../rest-facade/index.js';
import { bytesOf, roles, type Asked, type Bytes } from './asked.js';
import { graphSchema } from './graph-schema.js';
import { graphValue } from './graph-values.js';
import { oddOperation, writeOperation, type GraphOperation } from './graph-operation.js';
import { hostileDocuments } from './hostile-generator.js';
import { oddName, oddText } from './odd-values.js';
import type { Tape } from './tape.js';
import { addressText, oddBody } from './wire-texts.js';

const stored = storedOperations.map((document) => getOperationAST(document)).filter((definition) => definition != null);

const reads = stored.filter(({ operation }) => operation === 'query');

const types = ['application/json', 'application/graphql', 'text/plain', 'application/x-www-form-urlencoded', ''];
const accepts = ['*/*', 'application/graphql-response+json', 'text/html', 'application/json;q=0', '\xff'];

/** A random GraphQL request: an ad-hoc operation, or a stored one by its name. */
export function graphRequest(tape: Tape): Asked {
  const as = tape.pick(roles);
  if (tape.chance(25))
    return { as, method: tape.chance(5) ? 'HEAD' : 'GET', target: namedOperation(tape), headers: [] };
  const operation = tape.chance(4) ? hostileOperation(tape) : writeOperation(tape);
  const content = tape.chance(8) ? oddOperation(tape, operation) : operation;
  const accept: Bytes = tape.chance(10) ? tape.pick(accepts) : 'application/json';
  if (tape.chance(6)) {
    const target = `/graphql?query=${addressText(tape, operation.query)}&variables=${addressText(tape, JSON.stringify(operation.variables))}`;
    return { as, method: tape.pick(['GET', 'POST', 'PUT', 'DELETE']), target, headers: [['Accept', accept]] };
  }
  const sound = bytesOf(JSON.stringify(content));
  return {
    as,
    method: tape.chance(3) ? tape.pick(['PUT', 'OPTIONS', 'QUERY', 'GET']) : 'POST',
    target: '/graphql',
    headers: [
      ['Accept', accept],
      ['Content-Type', tape.chance(4) ? tape.pick(types) : 'application/json'],
    ],
    body: tape.chance(5) ? oddBody(tape, sound) : sound,
  };
}

function hostileOperation(tape: Tape): GraphOperation {
  const [document] = hostileDocuments(tape.below(2 ** 31), 1);
  return { query: document?.query ?? '', variables: {} };
}

function namedOperation(tape: Tape): Bytes {
  const definition = tape.pick(tape.chance(5) ? stored : reads);
  const name = tape.chance(4) ? oddName(tape) : (definition.name?.value ?? '');
  const variables = tape.chance(6) ? oddText(tape) : JSON.stringify(variablesOf(tape, definition));
  return `/graphql?operation=${addressText(tape, name)}&variables=${addressText(tape, variables)}`;
}

function variablesOf(tape: Tape, { variableDefinitions = [], selectionSet }: OperationDefinitionNode): object {
  const [first] = selectionSet.selections.filter((selection) => selection.kind === 'Field');
  return Object.fromEntries(
    variableDefinitions
      .filter(() => !tape.chance(4))
      .map(({ variable, type }) => [
        variable.name.value,
        graphValue(tape, typeOf(type), variable.name.value, first?.name.value),
      ]),
  );
}

function typeOf(node: Parameters<typeof typeFromAST>[1]): GraphQLInputType {
  const type = typeFromAST(graphSchema, node);
  if (!isInputType(type)) throw new Error('A stored operation has a variable of no type of the schema');
  return type;
}
