import {
  getNamedType,
  isCompositeType,
  OperationTypeNode,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { ComplexityEstimator, ComplexityEstimatorArgs } from 'graphql-query-complexity';
// The ESM build loads a second copy of graphql, which rejects the schema's types; the CJS entry shares ours.
import { fieldExtensionsEstimator, getComplexity } from 'graphql-query-complexity/cjs';
import { LRUCache } from 'lru-cache';
import { createIntrospectionCost } from './introspection-cost.js';
import { mergedFieldsOf } from './merged-fields.js';
import type { Cost } from './limits.js';
import { mayScan, scansOf, type Scan } from './scan-cost.js';

/** Excludes introspection, which has its own count: the estimators would count its lists as one object. */
const isIntrospection = ({ field, type }: ComplexityEstimatorArgs): boolean =>
  type.name.startsWith('__') || field.name === '__schema' || field.name === '__type';

/** Each record costs 1, each scalar 0. Lists multiply by the `complexity` of their fields. */
const recordEstimator: ComplexityEstimator = (args) =>
  !isIntrospection(args) && isCompositeType(getNamedType(args.field.type)) ? 1 + args.childComplexity : 0;

/** Like `recordEstimator`, but each field costs 1. */
const valueEstimator: ComplexityEstimator = (args) => (isIntrospection(args) ? 0 : 1 + args.childComplexity);

/** Cached costs, and the maximum length of their variables in characters: 5 MB at most. */
const MOST = 5_000;
const LONGEST = 1_000;

/** The cost of an operation without its scans, whose cost depends on table sizes. */
interface StaticCost extends Cost {
  readonly scans: readonly Scan[];
  readonly mayScan: boolean;
}

type CostOf = (
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
  check: () => void,
) => StaticCost;

/**
 * Computes the cost of operations, after `check` accepts the variables. Caches the result per query and variables in an
 * LRU cache, as computing takes as long as a small response. Mutations are not cached: few repeat, and the JSON key
 * does not distinguish uploaded files.
 */
export function createCosts(schema: GraphQLSchema): CostOf {
  const known = new LRUCache<string, StaticCost>({ max: MOST });
  const introspectionCost = createIntrospectionCost(schema);
  const numbers = new WeakMap<OperationDefinitionNode, number>();
  let operations = 0;
  return (document, operation, variables, check) => {
    const reckon = () => {
      check();
      const rootFields = mergedFieldsOf(schema, document, operation);
      const introspected = introspectionCost(rootFields, variables);
      const { rows, values } = costOf(schema, document, operation.name?.value, variables);
      return {
        rows,
        values: values + introspected,
        scans: scansOf(rootFields, variables),
        mayScan: mayScan(rootFields),
      };
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
