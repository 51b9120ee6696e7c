import {
  getNamedType,
  isAbstractType,
  isLeafType,
  isNonNullType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
} from 'graphql';
import { graphSchema } from './graph-schema.js';
import { graphValue } from './graph-values.js';
import { oddName } from './odd-values.js';
import type { Tape } from './tape.js';

/** An operation written by a client. */
export interface GraphOperation {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

type Field = GraphQLField<unknown, unknown>;

const DEEPEST = 5;

/** Writes a random operation of the schema: with aliases, fragments, directives, and values in variables or inline. */
export function writeOperation(tape: Tape): GraphOperation {
  return new Writing(tape).operation();
}

class Writing {
  readonly #variables: Record<string, unknown> = {};
  readonly #declared: string[] = [];
  readonly #fragments: string[] = [];

  constructor(private readonly tape: Tape) {}

  operation(): GraphOperation {
    const { tape } = this;
    const writes = tape.chance(40);
    const root = writes ? graphSchema.getMutationType() : graphSchema.getQueryType();
    if (!root) throw new Error('The schema has no such operations');
    const fields = Array.from({ length: 1 + tape.below(writes ? 2 : 4) }, (_, index) =>
      this.#field(tape.pick(Object.values(root.getFields())), root.name, 0, tape.chance(90) ? `f${index}` : ''),
    );
    const declared = this.#declared.length === 0 ? '' : `(${this.#declared.join(', ')})`;
    const text = `${writes ? 'mutation' : 'query'} Fuzz${declared} { ${fields.join(' ')} }`;
    return { query: [text, ...this.#fragments].join(' '), variables: this.#variables };
  }

  #field(field: Field, under: string, depth: number, alias = ''): string {
    const { tape } = this;
    const given = field.args.filter(({ type }) => isNonNullType(type) || tape.chance(30));
    const written = given.map((argument) => `${argument.name}: ${this.#argument(argument, field.name)}`);
    if (tape.chance(1)) written.push('nobody: 1');
    const call = written.length === 0 ? '' : `(${written.join(', ')})`;
    const type = getNamedType(field.type);
    const directive = tape.chance(3) ? tape.pick([' @include(if: true)', ' @skip(if: true)', ' @nothing']) : '';
    const below = isLeafType(type) ? '' : ` ${this.#selection(type, depth + 1)}`;
    return `${alias && `${alias}: `}${tape.chance(1) ? `no${under}` : field.name}${call}${directive}${below}`;
  }

  #selection(type: GraphQLNamedType, depth: number): string {
    const { tape } = this;
    if (isAbstractType(type)) {
      const members = graphSchema.getPossibleTypes(type).filter(() => tape.chance(50));
      return `{ __typename ${members.map((member) => `... on ${member.name} ${this.#selection(member, depth)}`).join(' ')} }`;
    }
    if (!isObjectType(type)) throw new Error(`${type.name} has no fields`);
    const all = Object.values(type.getFields()).filter(
      (field) => depth < DEEPEST || isLeafType(getNamedType(field.type)),
    );
    if (all.length === 0) return '{ __typename }';
    const chosen = new Set(Array.from({ length: 1 + tape.below(5) }, () => tape.pick(all)));
    const fields = [...chosen].map((field, index) =>
      this.#field(field, type.name, depth, tape.chance(10) ? `a${index}` : ''),
    );
    if (!tape.chance(8)) return `{ ${fields.join(' ')} }`;
    const name = `F${this.#fragments.length}`;
    this.#fragments.push(`fragment ${name} on ${type.name} { ${fields.join(' ')} }`);
    return `{ ...${name} ... on ${type.name} { __typename } }`;
  }

  #argument(argument: GraphQLArgument, field: string): string {
    const value = graphValue(this.tape, argument.type, argument.name, field);
    if (this.tape.chance(20)) return literal(value);
    const name = `v${this.#declared.length}`;
    this.#variables[name] = value;
    this.#declared.push(`$${name}: ${this.tape.chance(2) ? 'String' : String(argument.type)}`);
    return `$${name}`;
  }
}

/** Serializes values as GraphQL literals; enum values are recognized by their format. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.slice(0, 50).map(literal).join(', ')}]`;
  if (typeof value === 'string' && /^[A-Z][A-Z_]+$/.test(value)) return value;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${/^\w+$/.test(name) ? name : 'x'}: ${literal(member)}`,
  );
  return `{${members.join(', ')}}`;
}

/** Texts that are not operations, or too expensive ones. */
export function oddOperation(tape: Tape, { query, variables }: GraphOperation): unknown {
  const forms: readonly (() => unknown)[] = [
    () => ({ query: query.slice(0, tape.below(query.length)), variables }),
    () => ({ query: `${query} ${query}`, variables, operationName: oddName(tape) }),
    () => [
      { query, variables },
      { query, variables },
    ],
    () => ({ query, variables: JSON.stringify(variables) }),
    () => ({ query, variables: [1], extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } }),
    () => ({ query: '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }' }),
    () => ({ query: `query { ${'event(id: 7) { talks { nodes { event { '.repeat(30)} id ${'} } } }'.repeat(30)} }` }),
    () => ({ query: `{ ${Array.from({ length: 700 }, (_, index) => `a${index}: __typename`).join(' ')} }` }),
    () => ({ query: `query(${'$a: Int, '.repeat(50)}) { __typename }`, variables: { a: 1e400 } }),
    () => ({ query: '{ events(first: 100, last: 100, after: "x", before: "\\u0000", offset: -1) { nodes { id } } }' }),
    () => ({ query: '{ __schema { types { fields { type { ofType { ofType { name } } } } } } }' }),
    () => ({ query: 'subscription { event }', variables: null, operationName: null }),
    () => ({ query: { toString: 1 } }),
    () => ({ query: `{ event(id: """${'x'.repeat(5_000)}""") { id } }` }),
  ];
  return tape.pick(forms)();
}
