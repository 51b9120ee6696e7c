/**
 * Documents that amplify their cost: by aliases, fragments, introspection, counts, directives and nesting. Some stay
 * within the limits and return as much data as these allow.
 */

/** mulberry32: deterministic numbers from 0 to 1 by seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface HostileDocument {
  /** The means of amplification. */
  readonly kind: string;
  readonly query: string;
}

const MAX_BYTES = 10_000;

type Kind = (draw: Draw) => string;

/** Random choices, and the definitions that follow the operation. */
class Draw {
  readonly fragments: string[] = [];

  constructor(private readonly random: () => number) {}

  /** From `least` to `most`. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1));
  }

  pick<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[this.whole(0, values.length - 1)] ?? values[0];
  }

  chance(percent: number): boolean {
    return this.random() * 100 < percent;
  }

  /** Selections by a fragment. */
  shared(type: string, selections: string): string {
    const name = `F${this.fragments.length}`;
    this.fragments.push(`fragment ${name} on ${type} { ${selections} }`);
    return `...${name}`;
  }

  /** Selections inline, or by a fragment. */
  spread(type: string, selections: string): string {
    if (this.chance(60)) return selections;
    if (this.chance(30)) return `... on ${type} { ${selections} }`;
    return this.shared(type, selections);
  }

  /** Mostly within the limit of 15. */
  aliases(field: string, most = this.pick([3, 8, 15, 15, 15, 16, 40])): string {
    const name = this.pick(['a', 'b', 'c', 'd', 'e', 'f', 'g']) + this.whole(0, 99);
    return Array.from({ length: this.whole(1, most) }, (_, n) => `${name}_${n}: ${field}`).join(' ');
  }

  directives(): string {
    const one = this.pick(['@include(if: true)', '@skip(if: false)', '@include(if: false)']);
    return this.chance(99) ? ` ${one}` : ` ${`${one} `.repeat(this.whole(2, 40))}`;
  }
}

const texts: readonly [string, ...string[]] = ['description', 'title', 'slug', 'stub', '__typename', 'id'];

function talkFields(draw: Draw, levels: number): string {
  const own = Array.from({ length: draw.whole(1, 4) }, () => draw.aliases(draw.pick(texts)));
  if (levels <= 0) return draw.spread('Talk', own.join(' '));
  const event = draw.chance(50)
    ? draw.aliases(`event { ${eventFields(draw, levels - 1)} }`, 4)
    : `event { ${eventFields(draw, levels - 1)} }`;
  const comments = draw.chance(30) ? `comments(first: ${draw.whole(0, 100)}) { totalCount nodes { id text } }` : '';
  return draw.spread('Talk', [...own, event, comments].join(' '));
}

function eventFields(draw: Draw, levels: number): string {
  const own = draw.aliases(draw.pick(['name', 'description', 'slug', 'tags', 'location', 'reportedComments { id }']));
  if (levels <= 0) return draw.spread('Event', own);
  const talks = `talks(first: ${draw.pick([1, 5, 20, 50, 100])}) { nodes { ${talkFields(draw, levels - 1)} } totalCount }`;
  return draw.spread('Event', `${own} ${draw.chance(30) ? draw.aliases(talks, 15) : talks}`);
}

const event = (draw: Draw): string => `event(id: ${draw.whole(1, 3)}) { ${eventFields(draw, draw.whole(1, 3))} }`;

const aliases: Kind = (draw) => {
  const fields = Array.from({ length: draw.whole(2, 6) }, () => draw.aliases(draw.pick(texts), 15)).join(' ');
  const talks = `talks(first: ${draw.pick([20, 50, 100])}) { nodes { ${fields} } }`;
  return draw.chance(50) ? `e: event(id: 1) { ${talks} }` : draw.aliases(`event(id: 1) { ${talks} }`, 6);
};

const nesting: Kind = (draw) => (draw.chance(40) ? draw.aliases(event(draw), 6) : event(draw));

const introspection: Kind = (draw) => {
  const type = draw.pick(['name', 'kind name', 'kind name ofType { kind name ofType { kind name } }']);
  const value = `${draw.aliases('name', 15)} ${draw.aliases('description', 15)} type { ${type} }`;
  const fields = `fields(includeDeprecated: true) { ${draw.chance(50) ? value : draw.spread('__Field', `name args { ${value} }`)} }`;
  const whole = `${draw.aliases('name', 15)} ${draw.chance(20) ? draw.aliases(fields, 15) : fields} enumValues { name }`;
  const types = draw.shared('__Type', whole);
  return draw.chance(60)
    ? draw.aliases(`__schema { types { ${types} } }`, draw.pick([1, 2, 36]))
    : draw.aliases(`__type(name: "${draw.pick(['Event', 'Mutation', 'ErrorReason', 'Query'])}") { ${types} }`, 60);
};

const counts: Kind = (draw) =>
  Array.from({ length: draw.pick([5, 20, 49, 50, 75]) }, (_, n) => {
    const text = draw.pick(['xx', 'a', 'e', 'conference', `${draw.whole(10, 99)}`]);
    const list = draw.pick([
      `talks(title: "${text}")`,
      `users(keyword: "${text}")`,
      `events(title: "${text}")`,
      'users',
    ]);
    return `c${n}: ${list} { totalCount }`;
  }).join(' ');

const directives: Kind = (draw) =>
  Array.from({ length: draw.whole(1, 30) }, (_, n) => {
    return `d${n}: event(id: 1)${draw.directives()} { ${draw.spread('Event', `id${draw.directives()} name${draw.directives()}`)} }`;
  }).join(' ');

const doubling: Kind = (draw) => {
  const levels = draw.whole(2, 12);
  for (let level = 0; level < levels; level += 1) {
    draw.fragments.push(`fragment L${level} on Query { ${`...L${level + 1} `.repeat(draw.whole(1, 3))} }`);
  }
  draw.fragments.push(`fragment L${levels} on Query { ${draw.aliases('event(id: 1) { id name }')} }`);
  return '...L0';
};

const kinds: Readonly<Record<string, Kind>> = { aliases, nesting, introspection, counts, directives, doubling };
/** Each kind, as often as its weight. */
const mixture = [
  ...['aliases', 'aliases', 'aliases', 'nesting', 'nesting', 'nesting', 'introspection', 'introspection'],
  ...['introspection', 'counts', 'counts', 'directives', 'doubling'],
] as [string, ...string[]];

/** Generates documents of at most 10 kB, deterministic by seed. */
export function hostileDocuments(seed: number, count: number): readonly HostileDocument[] {
  const random = randomFrom(seed);
  const documents: HostileDocument[] = [];
  while (documents.length < count) {
    const draw = new Draw(random);
    const kind = draw.pick(mixture);
    const selections = kinds[kind]?.(draw) ?? '__typename';
    const query = [`{ ${selections} }`, ...draw.fragments].join(' ');
    if (query.length <= MAX_BYTES) documents.push({ kind, query });
  }
  return documents;
}
