import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
} from 'graphql';

/** Whole numbers from 0 to below the limit, the same for equal seeds. */
export type Random = (limit: number) => number;

/** `mulberry32`. */
export function randomFrom(seed: number): Random {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** The variables on which conditions depend, with their types. */
export const CONDITIONS: Readonly<Record<string, string>> = {
  a: 'Boolean!',
  b: 'Boolean = true',
  c: 'Boolean! = false',
};

/** Variables of arguments: their types, and values of which one or none is given. */
export const ARGUMENTS: Readonly<Record<string, { readonly type: string; readonly values: readonly unknown[] }>> = {
  int: { type: 'Int', values: [5, null] },
  four: { type: 'Int = 4', values: [5, null] },
  six: { type: 'Int! = 6', values: [5] },
  mode: { type: 'Mode', values: ['FAST', null] },
  fast: { type: 'Mode = FAST', values: ['SLOW', null] },
  text: { type: 'String', values: ['"\\', null] },
  tags: { type: '[String!]', values: [[], ['a', 'b'], 'c', null] },
  options: { type: 'Options', values: [{}, { depth: null, words: ['a', null] }, { below: { mode: 'SLOW' } }, null] },
  inner: { type: 'Inner', values: [{}, { words: 'a' }, null] },
  deep: { type: 'Options = { below: { mode: SLOW }, words: "a" }', values: [{}, null] },
};

/** Texts of the arguments of `echo`, with and without variables. */
const ECHOED = [
  ['size: 1', 'size: $four', 'size: $six'],
  ['mode: FAST', 'mode: null', 'mode: $mode', 'mode: $fast'],
  ['tags: []', 'tags: "a"', 'tags: ["a", "b"]', 'tags: $tags', 'tags: null'],
  [
    'options: $options',
    'options: $deep',
    'options: {}',
    'options: null',
    'options: { depth: $int, mode: $mode }',
    'options: { depth: 1, below: { depth: $four, mode: $fast, name: $text }, words: "a" }',
    'options: { name: "b", words: [$text, null] }',
    'options: { below: $inner }',
  ],
];

const MAX_DEPTH = 3;
const MAX_FRAGMENTS = 4;
const MAX_OPERATIONS = 3;
const ALIASES = ['x', 'y', 'x_y', 'y_x'];

/** Queries with aliases, shared fragments and conditions; most documents are valid. */
export class RandomDocument {
  readonly #fragments: { readonly type: GraphQLCompositeType; text: string }[] = [];

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly random: Random,
  ) {}

  text(): string {
    const root = this.schema.getQueryType();
    if (!root) throw new Error('The schema has no queries');
    const count = 1 + this.random(MAX_OPERATIONS);
    const selections = Array.from({ length: count }, () => this.#selections(root, 0));
    const operations = selections.map((selection, n) => {
      const name = count > 1 ? `Q${n} ` : '';
      return `query ${name}${this.#declarations(selection)}${selection}`;
    });
    const fragments = this.#fragments.map(({ type, text }, n) => `fragment F${n} on ${type.name} ${text}`);
    return [...operations, ...fragments].join('\n');
  }

  /** Declares the variables of an operation: those in its text and in the fragments that it reaches. */
  #declarations(selection: string): string {
    const reached = new Set([selection]);
    for (const text of reached) {
      for (const [, n] of text.matchAll(/\.\.\.F(\d+)/g)) reached.add(this.#fragments[Number(n)]?.text ?? '');
    }
    const body = [...reached].join('\n');
    const types = {
      ...CONDITIONS,
      ...Object.fromEntries(Object.entries(ARGUMENTS).map(([name, { type }]) => [name, type])),
    };
    const used = Object.entries(types).filter(([name]) => new RegExp(`\\$${name}\\b`).test(body));
    const declared = used.map(([name, type]) => `$${name}: ${type}`).join(', ');
    return declared && `(${declared}) `;
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.random(items.length)]!;
  }

  #condition(): string {
    if (this.random(10) < 6) return '';
    const value = () =>
      this.random(8) === 0 ? this.#pick(['true', 'false']) : `$${this.#pick(Object.keys(CONDITIONS))}`;
    const include = () => ` @include(if: ${value()})`;
    const skip = () => ` @skip(if: ${value()})`;
    return this.#pick([include, include, skip, skip, () => `${skip()}${include()}`])();
  }

  #selections(type: GraphQLCompositeType, depth: number): string {
    const count = 1 + this.random(4);
    return `{ ${Array.from({ length: count }, () => this.#selection(type, depth)).join(' ')} }`;
  }

  #selection(type: GraphQLCompositeType, depth: number): string {
    const kind = this.random(10);
    if (kind < 2) return this.#spread(type, depth);
    if (kind < 4) {
      const on = this.#pick([type, type, ...this.#related(type)]);
      const condition = on === type && this.random(2) === 0 ? '' : ` on ${on.name}`;
      return `...${condition}${this.#condition()} ${this.#selections(on, depth + 1)}`;
    }
    return this.#field(type, depth);
  }

  #related(type: GraphQLCompositeType): readonly GraphQLCompositeType[] {
    const all = Object.values(this.schema.getTypeMap()).filter(
      (other): other is GraphQLCompositeType => isCompositeType(other) && !other.name.startsWith('__'),
    );
    return all.filter((other) => isAbstractType(other) !== isAbstractType(type) || other !== type);
  }

  #spread(type: GraphQLCompositeType, depth: number): string {
    const condition = this.#condition();
    const known = this.#fragments.flatMap((fragment, n) => (fragment.type === type && fragment.text ? [n] : []));
    if (known.length > 0 && this.random(4) > 0) return `...F${this.#pick(known)}${condition}`;
    if (this.#fragments.length === MAX_FRAGMENTS) return this.#field(type, depth);
    // Without a text until it is complete, so that no fragment contains itself.
    const fragment = { type, text: '' };
    const n = this.#fragments.push(fragment) - 1;
    fragment.text = this.#selections(type, depth + 1);
    return `...F${n}${condition}`;
  }

  #field(type: GraphQLCompositeType, depth: number): string {
    const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
    const leaves = fields.filter((field) => !isCompositeType(getNamedType(field.type)));
    const usable = depth < MAX_DEPTH ? fields : leaves;
    if (usable.length === 0 || this.random(12) === 0) return `__typename${this.#condition()}`;
    const field = this.#pick(usable);
    const [alias, argument] = this.#response(field);
    const below = getNamedType(field.type);
    const selection = isCompositeType(below) ? ` ${this.#selections(below, depth + 1)}` : '';
    return `${alias}${field.name}${argument}${this.#condition()}${selection}`;
  }

  /** Alias and argument. Equal response names mostly mean the same field with the same argument. */
  #response(field: GraphQLField<unknown, unknown>): [string, string] {
    if (field.name === 'echo' && this.random(3) > 0) return this.#echo();
    const n = this.random(8);
    if (n > 3 || field.args.length === 0) return ['', ''];
    if (n === 0) return [`${this.#pick(ALIASES)}: `, ''];
    return [`${field.name}_${n}: `, `(${field.name === 'echo' ? 'size' : 'n'}: ${n})`];
  }

  #echo(): [string, string] {
    const given = ECHOED.flatMap((texts) => (this.random(2) === 0 ? [this.#pick(texts)] : []));
    return given.length === 0 ? ['', ''] : [`echo_${this.random(1000)}: `, `(${given.join(', ')})`];
  }
}
