import {
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { fail } from '../src/errors.js';
import type { Viewer } from '../src/rules.js';
import type { Cost } from './costs.js';

/** decisions.md, Values: what an operation that a caller wrote may cost. Stored operations are bounded by `MAX_RESULTS` alone. */
export const limits = {
  /** Of a document: a token may be a name or a text without an end, and looking for its line goes through all before it. */
  characters: 100_000,
  /** Of a document: each one is compared with every other, known or not. */
  spreads: 300,
  tokens: 1_000,
  /** How many an invalid document is told: each is searched for, and written. */
  problems: 10,
  depth: 12,
  fields: 600,
  pageSize: 100,
  rows: { anonymous: 5_000, signedIn: 20_000 },
  /** Values in all rows together: what an answer may weigh. */
  values: { anonymous: 100_000, signedIn: 400_000 },
  /** Of the JSON in which an operation gets its variables. */
  variables: { depth: 20, values: 1_000 },
} as const;

const allowances = {
  anonymous: { rows: limits.rows.anonymous, values: limits.values.anonymous },
  signedIn: { rows: limits.rows.signedIn, values: limits.values.signedIn },
};

/** What one operation of this viewer may cost. */
export function allowanceOf(viewer: Viewer | null): Cost {
  return viewer ? allowances.signedIn : allowances.anonymous;
}

/** @throws DomainError TOO_LARGE when the operation costs more than may be spent */
export function checkCost({ rows, values }: Cost, allowance: Cost): void {
  if (rows > allowance.rows || values > allowance.values) throw fail('TOO_LARGE', 'TOO_COSTLY');
}

/** Measured once for each text: Apollo parses equal texts once. */
const shapes = new WeakMap<OperationDefinitionNode, Shape>();

/**
 * Run before the cost is reckoned, which expands every fragment at every place where it is spread.
 *
 * @throws DomainError TOO_LARGE when an operation is nested too deeply (introspection is exempt), or its fragments
 *   unfold into too many fields
 */
export function checkShape(document: DocumentNode, operation: OperationDefinitionNode): void {
  let shape = shapes.get(operation);
  if (!shape) shapes.set(operation, (shape = shapeOf(document)(operation.selectionSet)));
  const { depth, fields } = shape;
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
