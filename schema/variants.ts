import { valueFromASTUntyped, type DocumentNode, type OperationDefinitionNode } from 'graphql';
import { conditionsOf, decideConditions } from './conditions.js';
import type { Variables } from './variables.js';

/** An operation with given values of the variables on which its conditions depend: it always selects the same fields. */
export interface Variant {
  /** Without other operations. */
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly values: Readonly<Record<string, boolean>>;
}

/** Variants of one operation that are known at a time. Each further one takes the place of the oldest. */
const MAX_VARIANTS = 8;

/** The known variants of an operation, by the values of its variables. */
interface Variants {
  /** The default values of the variables; undefined for those without. */
  readonly defaults: ReadonlyMap<string, unknown>;
  readonly known: Map<string, Variant>;
}

const all = new WeakMap<OperationDefinitionNode, Variants>();

function variantsOf(document: DocumentNode, operation: OperationDefinitionNode): Variants {
  let variants = all.get(operation);
  if (!variants) {
    const { variables } = conditionsOf(document);
    const relevant = (operation.variableDefinitions ?? []).filter(({ variable }) => variables.has(variable.name.value));
    const defaults = relevant.map(
      ({ variable, defaultValue }) => [variable.name.value, defaultValue && valueFromASTUntyped(defaultValue)] as const,
    );
    all.set(operation, (variants = { defaults: new Map(defaults), known: new Map() }));
  }
  return variants;
}

/**
 * The variant of an operation for the variables of a request, as received. The same values yield the same object.
 *
 * @param document without other operations
 * @returns null if a condition has no Boolean value, which the execution reports
 */
export function variantOf(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): Variant | null {
  const { defaults, known } = variantsOf(document, operation);
  let key = '';
  for (const [name, defaultValue] of defaults) {
    const value = Object.hasOwn(variables, name) ? variables[name] : defaultValue;
    if (typeof value !== 'boolean') return null;
    key += value ? '1' : '0';
  }
  let variant = known.get(key);
  if (!variant) {
    const values = Object.fromEntries([...defaults.keys()].map((name, at) => [name, key[at] === '1']));
    known.set(key, (variant = { document, operation, values }));
    const [oldest] = known.keys();
    if (known.size > MAX_VARIANTS && oldest !== undefined) known.delete(oldest);
  }
  return variant;
}

/** The document of a variant, without conditions. */
export const documentOf = ({ document, values }: Variant): DocumentNode =>
  conditionsOf(document).exist ? decideConditions(document, values) : document;
