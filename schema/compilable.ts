import {
  BREAK,
  Kind,
  visit,
  type ASTNode,
  type ASTVisitor,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { mergedFieldsOf, type MergedField } from './merged-fields.js';

/** Memoized per operation. */
const known = new WeakMap<OperationDefinitionNode, boolean>();

/**
 * Whether compiled code returns what graphql-js returns for the operation, once its conditions are decided. All others
 * must be interpreted. Requires a prior `checkShape`.
 */
export function isCompilable(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): boolean {
  let is = known.get(operation);
  if (is === undefined) {
    is =
      !usesPrototypeNames(document) &&
      !omitsMembers(document, operation) &&
      !(usesUnderscores(document) && confusesPaths(schema, mergedFieldsOf(schema, document, operation)));
    known.set(operation, is);
  }
  return is;
}

/** Whether the node contains one that the visitor finds. */
function contains(node: ASTNode, visitorOf: (found: () => typeof BREAK) => ASTVisitor): boolean {
  let isFound = false;
  visit(
    node,
    visitorOf(() => {
      isFound = true;
      return BREAK;
    }),
  );
  return isFound;
}

/**
 * Whether the document contains a name that plain objects inherit from `Object.prototype`: compiled code writes aliases
 * to plain objects, and reads variables from them.
 */
const usesPrototypeNames = (document: DocumentNode): boolean =>
  contains(document, (found) => ({
    Name: ({ value }) => (Object.hasOwn(Object.prototype, value) ? found() : undefined),
  }));

/** Whether a literal input object has a member that may be absent, with its variable: in compiled code it is null. */
function omitsMembers(document: DocumentNode, { variableDefinitions = [] }: OperationDefinitionNode): boolean {
  const optional = new Set(
    variableDefinitions
      .filter(({ type, defaultValue }) => type.kind !== Kind.NON_NULL_TYPE && !defaultValue)
      .map(({ variable }) => variable.name.value),
  );
  return contains(document, (found) => ({
    ObjectField: ({ value }) => (value.kind === Kind.VARIABLE && optional.has(value.name.value) ? found() : undefined),
  }));
}

const usesUnderscores = (document: DocumentNode): boolean =>
  contains(document, (found) => ({
    Field: ({ alias, name }) => (/^(?!__).*_/.test((alias ?? name).value) ? found() : undefined),
  }));

/**
 * Whether compiled code confuses two fields: it names the resolve info of a field after its response path, joined by
 * `_`, so that `a_b` in `c` and `b` in `c_a` have one name. The path also contains types and indexes of lists.
 */
function confusesPaths(schema: GraphQLSchema, rootFields: readonly MergedField[]): boolean {
  const isOther = (part: string) => /^idx\d+$/.test(part) || schema.getType(part) !== undefined;
  const paths = new Map<string, string>();
  const confuses = (fields: readonly MergedField[], above: string): boolean =>
    fields.some(({ responseName, fields: below }) => {
      const path = `${responseName} ${above}`;
      const name = path
        .split(/[_ ]/)
        .filter((part) => !isOther(part))
        .join('_');
      const other = paths.get(name) ?? path;
      paths.set(name, path);
      return other !== path || confuses(below, path);
    });
  return confuses(rootFields, '');
}
