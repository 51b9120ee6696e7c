import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  GraphQLUnionType,
  type GraphQLFieldConfigMap,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
} from 'graphql';
import type { Context } from '../../src/core/context.js';
import { includedFields } from '../../schema/selection.js';

/** A record of the test schema: everything that its fields return follows from its seed. */
interface Thing {
  readonly kind: 'Person' | 'Robot' | 'Place';
  readonly seed: number;
  /** Response path of the field that returned it, and the fields that it saw selected on it. */
  readonly reached: string;
  readonly selected: string;
}

/** A number from 0 to 99 that follows from the text. */
function dice(text: string): number {
  let hash = 2166136261;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 2246822519);
  return ((hash ^ (hash >>> 13)) >>> 0) % 100;
}

function pathOf({ path }: GraphQLResolveInfo): string {
  const keys: (string | number)[] = [];
  for (let at: typeof path | undefined = path; at; at = at.prev) keys.unshift(at.key);
  return keys.join('.');
}

const KINDS = ['Person', 'Robot', 'Place'] as const;

/** In `kinds`, or null. */
function thingAt(info: GraphQLResolveInfo, kinds: readonly Thing['kind'][], seed: number): Thing {
  const selected = new Set(includedFields(info).map(({ name }) => name.value));
  return { kind: kinds[seed % kinds.length]!, seed, reached: pathOf(info), selected: [...selected].sort().join(' ') };
}

/** Returns the value, null, an error, or a promise of one of them: what resolvers do. */
const resolving =
  (
    make: (seed: number, info: GraphQLResolveInfo) => unknown,
  ): GraphQLFieldResolver<Partial<Thing> | undefined, Context> =>
  (source, args, _, info) => {
    const key = `${source?.seed ?? 0} ${info.fieldName} ${JSON.stringify(args)}`;
    const luck = dice(`luck ${key}`);
    const seed = dice(`seed ${key}`);
    const fail = () => new Error(`${info.fieldName} failed`);
    if (luck < 4) return null;
    if (luck < 7) return Promise.reject(fail());
    if (luck < 10) throw fail();
    if (luck < 12) return fail();
    const value = make(seed, info);
    return luck % 2 === 0 ? value : Promise.resolve(value);
  };

const one = (type: GraphQLOutputType, kinds: readonly Thing['kind'][]) => ({
  type,
  args: { n: { type: GraphQLInt } },
  resolve: resolving((seed, info) => thingAt(info, kinds, seed)),
});

/** Up to three items; some are null or an error. */
const several = (type: GraphQLOutputType, kinds: readonly Thing['kind'][]) => ({
  type,
  args: { n: { type: GraphQLInt } },
  resolve: resolving((seed, info) =>
    Array.from({ length: seed % 4 }, (_, n) => {
      const luck = dice(`${seed} item ${n}`);
      if (luck < 5) return null;
      return luck < 8 ? new Error('An item failed') : thingAt(info, kinds, dice(`${seed} ${n}`));
    }),
  ),
});

const text = (seed: number, { fieldName }: GraphQLResolveInfo) => `${fieldName} ${seed}`;
const required = <Type extends GraphQLNullableOutputType>(type: Type) => new GraphQLNonNull(type);
const listOf = (type: GraphQLOutputType) => new GraphQLList(type);

const mode = new GraphQLEnumType({ name: 'Mode', values: { FAST: { value: 'fast' }, SLOW: { value: 'slow' } } });

const leaves = {
  depth: { type: GraphQLInt, defaultValue: 2 },
  mode: { type: mode, defaultValue: 'fast' },
  name: { type: GraphQLString },
  words: { type: new GraphQLList(GraphQLString) },
};
const inner = new GraphQLInputObjectType({ name: 'Inner', fields: leaves });
const options = new GraphQLInputObjectType({ name: 'Options', fields: { ...leaves, below: { type: inner } } });

/** The values, whatever the order of members. */
const sorted = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Arguments of all kinds. */
const echoed = {
  size: { type: required(GraphQLInt), defaultValue: 3 },
  mode: { type: mode, defaultValue: 'slow' },
  tags: { type: new GraphQLList(required(GraphQLString)) },
  options: { type: options },
} as const;

type GraphQLNullableOutputType = Exclude<GraphQLOutputType, GraphQLNonNull<never>>;
type Fields = GraphQLFieldConfigMap<Partial<Thing>, Context>;

const namedFields = (): Fields => ({
  name: { type: GraphQLString, resolve: resolving(text) },
  code: { type: required(GraphQLInt), resolve: ({ seed }) => (seed === 13 ? null : seed) },
  reached: { type: GraphQLString },
  selected: { type: GraphQLString },
  label: {
    type: GraphQLString,
    args: { n: { type: GraphQLInt, defaultValue: 7 }, loud: { type: GraphQLBoolean } },
    resolve: resolving((seed) => `label ${seed}`),
  },
  friend: one(named, ['Person', 'Robot']),
  friends: several(required(listOf(required(named))), ['Person', 'Robot']),
  owner: one(person, ['Person']),
  echo: { type: GraphQLString, args: echoed, resolve: (_, args) => JSON.stringify(args, sorted) },
});

const named: GraphQLInterfaceType = new GraphQLInterfaceType({
  name: 'Named',
  fields: namedFields,
  resolveType: ({ kind }: Thing) => kind,
});

const person: GraphQLObjectType<Partial<Thing>, Context> = new GraphQLObjectType<Partial<Thing>, Context>({
  name: 'Person',
  interfaces: () => [named],
  fields: () => ({
    ...namedFields(),
    age: { type: GraphQLInt, resolve: resolving((seed) => seed) },
    boss: one(required(person), ['Person']),
    things: several(listOf(thing), KINDS),
    home: one(place, ['Place']),
  }),
});

const robot: GraphQLObjectType<Partial<Thing>, Context> = new GraphQLObjectType<Partial<Thing>, Context>({
  name: 'Robot',
  interfaces: () => [named],
  fields: () => ({
    ...namedFields(),
    volts: { type: required(GraphQLInt), resolve: resolving((seed) => seed) },
    parts: several(listOf(robot), ['Robot']),
    thing: one(thing, KINDS),
  }),
});

const place: GraphQLObjectType<Partial<Thing>, Context> = new GraphQLObjectType<Partial<Thing>, Context>({
  name: 'Place',
  fields: () => ({
    title: { type: required(GraphQLString), resolve: resolving(text) },
    selected: { type: GraphQLString },
    people: several(required(listOf(person)), ['Person']),
    thing: one(required(thing), KINDS),
  }),
});

const thing: GraphQLUnionType = new GraphQLUnionType({
  name: 'Thing',
  types: () => [person, robot, place],
  resolveType: ({ kind }: Thing) => kind,
});

/** A schema with interfaces, unions and lists, whose resolvers return nulls and errors, at once or later. */
export const world = new GraphQLSchema({
  query: new GraphQLObjectType<Partial<Thing>, Context>({
    name: 'Query',
    fields: {
      named: one(named, ['Person', 'Robot']),
      person: one(person, ['Person']),
      place: one(required(place), ['Place']),
      robots: several(listOf(required(robot)), ['Robot']),
      thing: one(thing, KINDS),
      things: several(required(listOf(thing)), KINDS),
    },
  }),
});
