import {
  getNamedType,
  isCompositeType,
  OperationTypeNode,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
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
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
  check: () => void,
) => Cost;

/**
 * Reckons costs, once the variables have passed a check. Of the last queries and variables all that is remembered: it takes
 * as long as a small answer. Mutations are reckoned each time: few come twice, and of a file JSON tells nothing.
 */
export function createCosts(schema: GraphQLSchema): CostOf {
  const known = new LRUCache<string, Cost>({ max: MOST });
  const numbers = new WeakMap<OperationDefinitionNode, number>();
  let operations = 0;
  return (document, operation, variables, check) => {
    const reckon = () => {
      check();
      return costOf(schema, document, operation.name?.value, variables);
    };
    if (operation.operation === OperationTypeNode.MUTATION) return reckon();
    const asked = JSON.stringify(variables);
    if (asked.length > LONGEST) return reckon();
    let number = numbers.get(operation);
    if (number === undefined) numbers.set(operation, (number = operations += 1));
    const key = `${number} ${asked}`;
    let cost = known.get(key);
    if (!cost) known.set(key, (cost = reckon()));
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
