import {
  getDirectiveValues,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  visit,
  type DefinitionNode,
  type DocumentNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Variables } from './variables.js';

/**
 * Evaluates `@skip` and `@include` of a selection.
 *
 * @param variables coerced, with their default values
 */
export function isSelected(node: SelectionNode, variables: Variables): boolean {
  if (node.directives === undefined || node.directives.length === 0) return true;
  return (
    getDirectiveValues(GraphQLSkipDirective, node, variables)?.['if'] !== true &&
    getDirectiveValues(GraphQLIncludeDirective, node, variables)?.['if'] !== false
  );
}

/** What `@skip` and `@include` depend on in a document. */
export interface Conditions {
  /** Whether there are any, literal ones included. */
  readonly exist: boolean;
  /** The names of their variables. */
  readonly variables: ReadonlySet<string>;
}

/** Memoized per document: all of its operations share the fragments. */
const known = new WeakMap<DocumentNode, Conditions>();

export function conditionsOf(document: DocumentNode): Conditions {
  let conditions = known.get(document);
  if (!conditions) known.set(document, (conditions = findConditions(document)));
  return conditions;
}

function findConditions(document: DocumentNode): Conditions {
  const variables = new Set<string>();
  let exist = false;
  visit(document, {
    Directive({ arguments: [condition] = [] }) {
      exist = true;
      if (condition?.value.kind === Kind.VARIABLE) variables.add(condition.value.name.value);
    },
  });
  return { exist, variables };
}

/**
 * Returns one operation of a document, with the fragments and without conditions: only what these values of the
 * variables select. All fields are new nodes, because selections are memoized by field.
 */
export function decideConditions(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  values: Variables,
): DocumentNode {
  const decide = ({ selections, ...set }: SelectionSetNode): SelectionSetNode => ({
    ...set,
    selections: selections.filter((node) => isSelected(node, values)).map(decided),
  });
  const decided = (node: SelectionNode): SelectionNode =>
    node.kind === Kind.FRAGMENT_SPREAD || !node.selectionSet
      ? { ...node, directives: [] }
      : { ...node, directives: [], selectionSet: decide(node.selectionSet) };
  const definitions = document.definitions.flatMap((definition): DefinitionNode[] => {
    const isKept = definition === operation || definition.kind === Kind.FRAGMENT_DEFINITION;
    return isKept && 'selectionSet' in definition
      ? [{ ...definition, selectionSet: decide(definition.selectionSet) }]
      : [];
  });
  return { ...document, definitions };
}
