import {
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { domainError } from '../src/core/errors.js';
import type { Viewer } from '../src/core/rules.js';

/** Upper bounds on what an operation may read, given its variables and defaults. */
export interface Cost {
  readonly rows: number;
  readonly values: number;
}

/** Limits on ad hoc operations (decisions no. 68). Stored operations are only bounded by `MAX_RESULTS`. */
export const limits = {
  /** Per document: a token may be arbitrarily long, and locating its line scans all text before it. */
  characters: 100_000,
  /** Line terminators per document: parsing a block string takes 0.2 µs per line. */
  lineTerminators: 10_000,
  /** Fragment spreads per document: validation compares each with every other, even undefined ones. */
  spreads: 300,
  tokens: 1_000,
  /** Validation errors per document: each takes time to find and format. */
  problems: 10,
  depth: 12,
  fields: 600,
  /** Maximum response size in bytes (decisions no. 36). */
  bytes: 10_000_000,
  rootFields: 50,
  /** Uses per operation of a root field that reads up to thousands of rows, whatever it returns. */
  uses: new Map([['changes', 3]]) as ReadonlyMap<string, number>,
  /** Aliases of one field below the root, fragments merged. */
  responseNames: 15,
  pageSize: 100,
  rows: { anonymous: 5_000, signedIn: 20_000 },
  /** Values in all rows together, which bounds the response size. */
  values: { anonymous: 100_000, signedIn: 400_000 },
  /** Searches and counts that may scan a whole table, per user or address and process. */
  scans: { concurrent: 2, pending: 1_000 },
  /**
   * Operations with more values run in time slices of the event loop, `concurrent` at a time per user or address:
   * garbage collection copies the partial results of all running operations.
   */
  paced: { values: 5_000, concurrent: 1, pending: 1_000 },
  /** Queries of a process that are executed at a time; others wait, so that the callers take turns. */
  places: 16,
  /** What the results of one caller that wait for their serialization have read, in bytes. */
  waitingResults: 8 * 2 ** 20,
  /** Longer documents, in characters, are parsed and validated one per event-loop turn: 10 kB take up to 20 ms. */
  pacedCharacters: 500,
  /** Larger operations are not compiled: compiling and the first run block the event loop up to 0.2 ms per field. */
  compiledFields: 200,
  /** Nesting depth and number of values in the JSON of the variables. */
  variables: { depth: 20, values: 1_000 },
} as const;

const allowances = {
  anonymous: { rows: limits.rows.anonymous, values: limits.values.anonymous },
  signedIn: { rows: limits.rows.signedIn, values: limits.values.signedIn },
};

/** The maximum cost of one operation of this viewer. */
export function allowanceOf(viewer: Viewer | null): Cost {
  return viewer ? allowances.signedIn : allowances.anonymous;
}

/** @throws DomainError TOO_LARGE if the cost exceeds the allowance */
export function checkCost({ rows, values }: Cost, allowance: Cost): void {
  if (rows > allowance.rows || values > allowance.values) throw domainError('TOO_LARGE', 'TOO_COSTLY');
}

/** Memoized per operation: Apollo parses equal texts once. */
const shapes = new WeakMap<OperationDefinitionNode, Shape>();

/**
 * Checks depth and expanded size. Must run before the cost is computed, which expands every fragment at every spread.
 *
 * @throws DomainError TOO_LARGE if an operation is nested too deeply (introspection is exempt), or its fragments expand
 *   to too many fields
 */
export function checkShape(document: DocumentNode, operation: OperationDefinitionNode): void {
  let shape = shapes.get(operation);
  if (!shape) shapes.set(operation, (shape = shapeOf(document)(operation.selectionSet)));
  const { depth, fields } = shape;
  if (depth > limits.depth) throw domainError('TOO_LARGE', 'TOO_DEEP');
  if (fields > limits.fields) throw domainError('TOO_LARGE', 'TOO_COSTLY');
}

/** Memoized per document, like `shapes`. */
const fieldCounts = new WeakMap<DocumentNode, number>();

/** Counts the fields of a document, with every fragment expanded at every spread. */
export function fieldCount(document: DocumentNode): number {
  let count = fieldCounts.get(document);
  if (count === undefined) {
    const measure = shapeOf(document);
    count = document.definitions.reduce(
      (sum, definition) =>
        definition.kind === Kind.OPERATION_DEFINITION ? sum + measure(definition.selectionSet).fields : sum,
      0,
    );
    fieldCounts.set(document, count);
  }
  return count;
}

interface Shape {
  readonly depth: number;
  readonly fields: number;
}

/** Measures selection sets. Memoizes fragments, so each is measured once however often it is spread. */
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
