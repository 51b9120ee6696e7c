import {
  getNamedType,
  isCompositeType,
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { ComplexityEstimator } from 'graphql-query-complexity';
// Its ES modules bring a second copy of graphql, whose types are strangers to the schema's; this entry shares ours.
import { fieldExtensionsEstimator, getComplexity } from 'graphql-query-complexity/cjs';
import { fail } from '../src/errors.js';
import type { Viewer } from '../src/rules.js';

/** decisions.md, Values: what an operation that a caller wrote may cost. Stored operations are bounded by `MAX_RESULTS` alone. */
export const limits = {
  tokens: 1_000,
  depth: 12,
  fields: 600,
  pageSize: 100,
  rows: { anonymous: 5_000, signedIn: 20_000 },
  /** Values in all rows together: what an answer may weigh. */
  values: { anonymous: 100_000, signedIn: 400_000 },
} as const;

/** Records cost one each, values nothing; lists multiply, by the `complexity` of their fields. */
const recordEstimator: ComplexityEstimator = ({ field, childComplexity }) =>
  isCompositeType(getNamedType(field.type)) ? 1 + childComplexity : 0;

/** The same with every value at one. */
const valueEstimator: ComplexityEstimator = ({ childComplexity }) => 1 + childComplexity;

/** What an operation may touch, with its variables and defaults. */
export interface Cost {
  readonly rows: number;
  readonly values: number;
}

export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
  variables: Readonly<Record<string, unknown>>,
): Cost {
  const [rows, values] = [recordEstimator, valueEstimator].map((estimator) =>
    getComplexity({
      schema,
      query: document,
      ...(operationName !== undefined && { operationName }),
      variables: { ...variables },
      estimators: [fieldExtensionsEstimator(), estimator],
    }),
  );
  return { rows: rows ?? 0, values: values ?? 0 };
}

/** @throws DomainError TOO_LARGE when the operation costs more than the viewer may spend */
export function checkCost({ rows, values }: Cost, viewer: Viewer | null): void {
  const who = viewer ? 'signedIn' : 'anonymous';
  if (rows > limits.rows[who] || values > limits.values[who]) throw fail('TOO_LARGE', 'TOO_COSTLY');
}

/**
 * Run before the cost is reckoned, which expands every fragment at every place where it is spread.
 *
 * @throws DomainError TOO_LARGE when an operation is nested too deeply (introspection is exempt), or its fragments
 *   unfold into too many fields
 */
export function checkShape(document: DocumentNode, operation: OperationDefinitionNode): void {
  const measure = shapeOf(document);
  const { depth, fields } = measure(operation.selectionSet);
  if (depth > limits.depth) throw fail('TOO_LARGE', 'TOO_DEEP');
  if (fields > limits.fields) throw fail('TOO_LARGE', 'TOO_COSTLY');
}

/** How many fields the operations of a document have, every fragment unfolded wherever it is spread. */
export function fieldCount(document: DocumentNode): number {
  const measure = shapeOf(document);
  return document.definitions.reduce(
    (sum, definition) =>
      definition.kind === Kind.OPERATION_DEFINITION ? sum + measure(definition.selectionSet).fields : sum,
    0,
  );
}

interface Shape {
  readonly depth: number;
  readonly fields: number;
}

/** Measures selection sets; each fragment is measured once, however often it is spread. */
function shapeOf(document: DocumentNode): (selectionSet: SelectionSetNode) => Shape {
  const fragments = new Map(
    document.definitions
      .filter((definition): definition is FragmentDefinitionNode => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment.selectionSet]),
  );
  const measured = new Map<SelectionSetNode, Shape>();

  const measure = (selectionSet: SelectionSetNode): Shape => {
    const known = measured.get(selectionSet);
    if (known) return known;
    const shapes = selectionSet.selections.map(measureSelection);
    const shape = {
      depth: Math.max(0, ...shapes.map(({ depth }) => depth)),
      fields: shapes.reduce((sum, { fields }) => sum + fields, 0),
    };
    measured.set(selectionSet, shape);
    return shape;
  };
  const nothing: Shape = { depth: 0, fields: 0 };
  const measureSelection = (selection: SelectionNode): Shape => {
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = fragments.get(selection.name.value);
      return fragment ? measure(fragment) : nothing;
    }
    if (selection.kind === Kind.INLINE_FRAGMENT) return measure(selection.selectionSet);
    const below = selection.selectionSet ? measure(selection.selectionSet) : nothing;
    const isIntrospection = selection.name.value.startsWith('__');
    return { depth: isIntrospection ? 0 : 1 + below.depth, fields: 1 + below.fields };
  };
  return measure;
}
