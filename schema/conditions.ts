import {
  getDirectiveValues,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  visit,
  type DefinitionNode,
  type DocumentNode,
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

/** Memoized per document. */
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
 * Returns the document of one operation without conditions: only what these values of the variables select. All fields
 * are new nodes, because selections are memoized by field.
 */
export function decideConditions(document: DocumentNode, values: Variables): DocumentNode {
  const decide = ({ selections, ...set }: SelectionSetNode): SelectionSetNode => ({
    ...set,
    selections: selections.filter((node) => isSelected(node, values)).map(decided),
  });
  const decided = (node: SelectionNode): SelectionNode =>
    node.kind === Kind.FRAGMENT_SPREAD || !node.selectionSet
      ? { ...node, directives: [] }
      : { ...node, directives: [], selectionSet: decide(node.selectionSet) };
  const definitions = document.definitions.map((definition): DefinitionNode =>
    'selectionSet' in definition ? { ...definition, selectionSet: decide(definition.selectionSet) } : definition,
  );
  return { ...document, definitions };
}
