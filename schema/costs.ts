import {
  getNamedType,
  isCompositeType,
  OperationTypeNode,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  getArgumentValues,
} from 'graphql';
import type { ComplexityEstimator, ComplexityEstimatorArgs } from 'graphql-query-complexity';
import { fieldExtensionsEstimator, getComplexity } from 'graphql-query-complexity/cjs';
import { LRUCache } from 'lru-cache';
import type { ScannedTable, TableSizes } from '../src/database/sql/table-sizes.js';
import { createIntrospectionCost } from './introspection-cost.js';
import { mergedFieldsOf, type MergedField } from './merged-fields.js';
import type { Cost } from './limits.js';
import { coerce, holdsLongText, type Variables } from './variables.js';

/** Excludes introspection, which has its own count: the estimators would count its lists as one object. */
const isIntrospection = ({ field, type }: ComplexityEstimatorArgs): boolean =>
  type.name.startsWith('__') || field.name === '__schema' || field.name === '__type';

/** Each record costs 1, each scalar 0. Lists multiply by the `complexity` of their fields. */
const recordEstimator: ComplexityEstimator = (args) =>
  !isIntrospection(args) && isCompositeType(getNamedType(args.field.type)) ? 1 + args.childComplexity : 0;

/** Like `recordEstimator`, but each field costs 1. */
const valueEstimator: ComplexityEstimator = (args) => (isIntrospection(args) ? 0 : 1 + args.childComplexity);

/** Cached costs, and the maximum length of their variables in characters: 5 MB at most. */
const MAX_ENTRIES = 5_000;
const MAX_KEY_LENGTH = 1_000;

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
  const cache = new LRUCache<string, StaticCost>({ max: MAX_ENTRIES });
  const introspectionCost = createIntrospectionCost(schema);
  const numbers = new WeakMap<OperationDefinitionNode, number>();
  let operations = 0;
  return (document, operation, variables, check) => {
    const compute = () => {
      check();
      const rootFields = mergedFieldsOf(schema, document, operation);
      const coerced = coerce(schema, operation, variables);
      const introspected = introspectionCost(rootFields, coerced);
      const { rows, values } = costOf(schema, document, operation.name?.value, variables);
      return {
        rows,
        values: values + introspected,
        scans: scansOf(rootFields, coerced),
        mayScan: mayScan(rootFields),
      };
    };
    // Serializing a text of a megabyte would take as long as checking it.
    if (operation.operation === OperationTypeNode.MUTATION || holdsLongText(variables)) return compute();
    const variablesKey = JSON.stringify(variables);
    if (variablesKey.length > MAX_KEY_LENGTH) return compute();
    let number = numbers.get(operation);
    if (number === undefined) numbers.set(operation, (number = operations += 1));
    const key = `${number} ${variablesKey}`;
    let cost = cache.get(key);
    if (!cost) cache.set(key, (cost = compute()));
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

/** A count or a search that scans a table, with the share of rows it reads. */
export interface Scan {
  readonly table: ScannedTable;
  readonly share: number;
  /** The maximum cost. */
  readonly most: number;
}

const ROWS_PER_COST = 100;

/** Estimated share of rows that an indexed condition reads. */
const INDEXED = 1 / 20;

/** Whether a trigram index applies: it requires three consecutive letters or digits. */
const hasTrigram = (text: unknown): boolean => /[\p{L}\p{N}]{3}/u.test(String(text));

type Arguments = Readonly<Record<string, unknown>>;

const isGiven = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

const shareOfText = (text: unknown): number => (hasTrigram(text) ? INDEXED : 1);

/** Share of the table that a count reads, by root field; 0 if a stored counter or unique index serves it. */
const shares: ReadonlyMap<string, readonly [ScannedTable, (args: Arguments) => number]> = new Map([
  ['events', ['events', shareOfEvents]],
  ['talks', ['talks', ({ title }: Arguments) => shareOfText(title)]],
  ['users', ['users', shareOfUsers]],
]);

function shareOfEvents({ filter, title, stub, tags, from, until }: Arguments): number {
  if (isGiven(stub)) return 0;
  if ([tags, from, until].some(isGiven) || filter === 'OPEN_CFP' || filter === 'PENDING') return INDEXED;
  return isGiven(title) ? shareOfText(title) : 0;
}

function shareOfUsers({ username, keyword }: Arguments): number {
  if (isGiven(username)) return 0;
  return isGiven(keyword) ? shareOfText(keyword) : 1;
}

/** A page of a search ends early if it finds enough; at worst, it reads as much as a count. */
const MAX_SEARCH_COST = 400;

/** The tables of each `SearchType`. */
const searchTables = [
  ['EVENT', 'events'],
  ['TALK', 'talks'],
  ['USER', 'users'],
] as const;
const isSearched = (types: unknown, type: string): boolean => !Array.isArray(types) || types.includes(type);

const searched = (table: ScannedTable, text: unknown): Scan[] =>
  isGiven(text) ? [{ table, share: shareOfText(text), most: MAX_SEARCH_COST }] : [];

/** The tables that a page of a root field searches for a text. */
const searches: ReadonlyMap<string, (args: Arguments) => readonly Scan[]> = new Map([
  ['events', ({ title, stub }: Arguments) => (isGiven(stub) ? [] : searched('events', title))],
  ['talks', ({ title }: Arguments) => searched('talks', title)],
  ['users', ({ keyword, username }: Arguments) => (isGiven(username) ? [] : searched('users', keyword))],
  [
    'search',
    ({ query, types }: Arguments) =>
      searchTables.flatMap(([type, table]) => (isSearched(types, type) ? searched(table, query) : [])),
  ],
]);

const scanningFields = new Set([...shares.keys(), ...searches.keys(), 'changes']);

/** Whether an operation may search or count a whole table, or read the event log. Only root fields do. */
const mayScan = (rootFields: readonly MergedField[]): boolean =>
  rootFields.some(({ definition }) => scanningFields.has(definition.name));

/** The counts and searches of an operation that scan a table. Identical ones run once, so they are listed once. */
function scansOf(rootFields: readonly MergedField[], variables: Variables): readonly Scan[] {
  const scans = new Map<string, Scan>();
  for (const { definition, nodes, fields } of rootFields) {
    const [node] = nodes;
    if (!node || !scanningFields.has(definition.name)) continue;
    const given = getArgumentValues(definition, node, variables);
    for (const scan of searches.get(definition.name)?.(given) ?? []) {
      scans.set(JSON.stringify([definition.name, scan.table, given]), scan);
    }
    const [table, shareOf] = shares.get(definition.name) ?? [];
    if (!table || !shareOf || !fields.some((field) => field.definition.name === 'totalCount')) continue;
    const { first, after, last, before, offset, limit, ...args } = given;
    const share = shareOf(args);
    if (share > 0) scans.set(JSON.stringify([table, args]), { table, share, most: Infinity });
  }
  return [...scans.values()];
}

/** The cost of the scans, in rows. */
export const costOfScans = (scans: readonly Scan[], sizes: TableSizes): number =>
  scans.reduce(
    (sum, { table, share, most }) => sum + Math.min(most, Math.ceil(((sizes.get(table) ?? 0) * share) / ROWS_PER_COST)),
    0,
  );
