import { getNamedType, isCompositeType, type DocumentNode, type GraphQLSchema } from 'graphql';
import type { ComplexityEstimator } from 'graphql-query-complexity';
// Its ES modules bring a second copy of graphql, whose types are strangers to the schema's; this entry shares ours.
import { fieldExtensionsEstimator, getComplexity } from 'graphql-query-complexity/cjs';
import { LRUCache } from 'lru-cache';

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

/** How many costs are remembered, and for variables of what length: five megabytes at most. */
const MOST = 5_000;
const LONGEST = 1_000;

type CostOf = (
  document: DocumentNode,
  operationName: string | undefined,
  variables: Readonly<Record<string, unknown>>,
) => Cost;

/** Reckons costs. Those of the last documents and variables are remembered: reckoning takes as long as a small answer. */
export function createCosts(schema: GraphQLSchema): CostOf {
  const known = new LRUCache<string, Cost>({ max: MOST });
  const numbers = new WeakMap<DocumentNode, number>();
  let documents = 0;
  return (document, operationName, variables) => {
    const asked = JSON.stringify(variables);
    if (asked.length > LONGEST) return costOf(schema, document, operationName, variables);
    let number = numbers.get(document);
    if (number === undefined) numbers.set(document, (number = documents += 1));
    const key = `${number} ${operationName} ${asked}`;
    let cost = known.get(key);
    if (!cost) known.set(key, (cost = costOf(schema, document, operationName, variables)));
    return cost;
  };
}

function costOf(
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
