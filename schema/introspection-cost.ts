import {
  getArgumentValues,
  getIntrospectionQuery,
  getOperationAST,
  parse,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from 'graphql';
import { domainError } from '../src/core/errors.js';
import { memoize } from '../src/config/memoize.js';
import { isSelected } from './conditions.js';
import { mergedFieldsOf, type MergedField } from './merged-fields.js';
import type { Variables } from './variables.js';

/** An operation may return this many times the values of the largest standard introspection query. */
const STANDARD_QUERIES = 2;

/** Enables every option, which yields the largest introspection query that tools send. */
const ALL_OPTIONS = {
  descriptions: true,
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  oneOf: true,
};

/**
 * Counts the values that introspection fields return. The count is exact because the schema is fixed, except that
 * directives on fragments are ignored.
 *
 * @returns a function that throws DomainError TOO_LARGE as soon as the count exceeds the limit
 */
export function createIntrospectionCost(
  schema: GraphQLSchema,
): (rootFields: readonly MergedField[], variables: Variables) => number {
  const maxValues = memoize((_: 'standard') => {
    const document = parse(getIntrospectionQuery(ALL_OPTIONS));
    const operation = getOperationAST(document);
    const fields = operation ? mergedFieldsOf(schema, document, operation) : [];
    return STANDARD_QUERIES * new IntrospectionCount(schema, {}, Infinity).ofRoot(fields);
  });
  return (rootFields, variables) => {
    const fields = rootFields.filter(isIntrospection);
    return fields.length === 0 ? 0 : new IntrospectionCount(schema, variables, maxValues('standard')).ofRoot(fields);
  };
}

/** `__schema` and `__type`. `__typename` counts as an ordinary value. */
const isIntrospection = ({ definition }: MergedField): boolean =>
  definition.name.startsWith('__') && definition.name !== '__typename';

class IntrospectionCount {
  readonly #info: GraphQLResolveInfo;
  /** Memoizes counts by selection and source: aliases that spread one fragment return the same values. */
  readonly #counts = new Map<unknown, Map<unknown, number>>();
  readonly #arguments = new Map<MergedField, Record<string, unknown>>();
  readonly #included = new Map<MergedField, boolean>();

  constructor(
    schema: GraphQLSchema,
    private readonly variables: Variables,
    private readonly maxValues: number,
  ) {
    // Introspection resolvers read only `schema`.
    this.#info = { schema } as GraphQLResolveInfo;
  }

  ofRoot(fields: readonly MergedField[]): number {
    return this.#bounded(this.#ofObject(fields, undefined));
  }

  #ofObject(fields: readonly MergedField[], source: unknown): number {
    let values = 0;
    for (const field of fields)
      if (this.#isIncluded(field)) values = this.#bounded(values + this.#ofField(field, source));
    return values;
  }

  #ofField(field: MergedField, source: unknown): number {
    if (field.fields.length === 0) return 1;
    const owner = field.nodes.length === 1 ? field.nodes[0] : field;
    let known = this.#counts.get(owner);
    if (!known) this.#counts.set(owner, (known = new Map()));
    let values = known.get(source);
    if (values === undefined) known.set(source, (values = this.#compute(field, source)));
    return values;
  }

  #compute(field: MergedField, source: unknown): number {
    const result = field.definition.resolve?.(source, this.#argumentsOf(field), undefined, this.#info);
    if (result === null || result === undefined) return 1;
    const objects: readonly unknown[] = Array.isArray(result) ? result : [result];
    let values = 1;
    for (const object of objects) values = this.#bounded(values + this.#ofObject(field.fields, object));
    return values;
  }

  #bounded(values: number): number {
    if (values > this.maxValues) throw domainError('TOO_LARGE', 'TOO_COSTLY');
    return values;
  }

  #argumentsOf(field: MergedField): Record<string, unknown> {
    const [node] = field.nodes;
    let values = this.#arguments.get(field);
    if (!values)
      this.#arguments.set(field, (values = node ? getArgumentValues(field.definition, node, this.variables) : {}));
    return values;
  }

  #isIncluded(field: MergedField): boolean {
    let isIncluded = this.#included.get(field);
    if (isIncluded === undefined) {
      isIncluded = field.nodes.some((node) => isSelected(node, this.variables));
      this.#included.set(field, isIncluded);
    }
    return isIncluded;
  }
}
