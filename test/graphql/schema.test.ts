import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  parse,
  printSchema,
  validate,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
} from 'graphql';
import { createSchema } from '../../schema/index.js';
import { errorCodes, reasons } from '../../src/errors.js';

/** Everything in a schema that has a name, as a path such as `Query.events(first:)`, with its description. */
function* namedThings(schema: GraphQLSchema): Generator<{ path: string; name: string; description: string }> {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || isSpecifiedScalarType(type)) continue;
    yield { path: type.name, name: type.name, description: type.description ?? '' };
    yield* membersOf(type);
  }
}

function* membersOf(type: GraphQLNamedType): Generator<{ path: string; name: string; description: string }> {
  if (isEnumType(type)) {
    for (const { name, description } of type.getValues()) {
      yield { path: `${type.name}.${name}`, name, description: description ?? '' };
    }
  }
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return;
  for (const field of Object.values(type.getFields())) {
    const path = `${type.name}.${field.name}`;
    yield { path, name: field.name, description: field.description ?? '' };
    if (!('args' in field)) continue;
    for (const { name, description } of field.args) {
      yield { path: `${path}(${name}:)`, name, description: description ?? '' };
    }
  }
}

const isList = (type: GraphQLType): boolean => (isNonNullType(type) ? isList(type.ofType) : isListType(type));

/** Lists that belong to their record and stay short (graph.md, Lists), and the two members of every connection. */
const shortLists = new Set([
  'Event.hosts',
  'Event.images',
  'Event.tags',
  'Event.pendingClaims',
  'Event.reportedComments',
  'Event.reportedTalkComments',
  'Ratings.distribution',
  'Talk.links',
  'Talk.speakers',
  'Talk.tracks',
]);

describe('the schema (graph.md)', () => {
  let schema: GraphQLSchema;
  beforeAll(async () => {
    schema = await createSchema();
  });

  it('describes every type, field, argument and value', () => {
    const bare = [...namedThings(schema)].filter(({ description }) => description.trim() === '');
    expect(bare.map(({ path }) => path)).toEqual([]);
  });

  it('writes descriptions as sentences', () => {
    const odd = [...namedThings(schema)].filter(({ description }) => !/^[A-Z0-9`].*\.$/s.test(description));
    expect(odd.map(({ path, description }) => `${path}: ${description}`)).toEqual([]);
  });

  it('names types in PascalCase, values in UPPER_CASE, and everything else in camelCase', () => {
    const odd = [...namedThings(schema)].filter(({ path, name }) => {
      const type = schema.getType(path.split('.')[0] ?? '');
      if (path === name) return !/^[A-Z][A-Za-z]*$/.test(name);
      return isEnumType(type) ? !/^[A-Z]+(_[A-Z]+)*$/.test(name) : !/^[a-z]+([A-Z][a-z]+)*$/.test(name);
    });
    expect(odd.map(({ path }) => path)).toEqual([]);
  });

  it('has no word of the wire: no uri but the bridge, no verbose, no start or resultsperpage', () => {
    const wire = [...namedThings(schema)].filter(({ name }) => /uri|verbose|resultsperpage|^start$/i.test(name));
    expect(wire.map(({ path }) => path)).toEqual(['ErrorReason.URI_UNKNOWN', 'Query.resource(uri:)']);
  });

  it('makes a connection of every list that can grow', () => {
    const lists = Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
      .flatMap((type) =>
        isObjectType(type)
          ? Object.values(type.getFields())
              .filter((field) => isList(field.type))
              .map(({ name }) => ({ type: type.name, name }))
          : [],
      )
      .filter(({ type, name }) => !(type.endsWith('Connection') && (name === 'nodes' || name === 'edges')));
    expect(new Set(lists.map(({ type, name }) => `${type}.${name}`))).toEqual(shortLists);
  });

  it('lets every connection be paged both ways, and says the sizes', () => {
    const sizes = ['first', 'last', 'limit'];
    for (const type of [schema.getQueryType(), schema.getType('Event'), schema.getType('User')]) {
      if (!isObjectType(type)) throw new Error('This type is missing');
      for (const { type: fieldType, args, name } of Object.values(type.getFields())) {
        if (!getNamedType(fieldType).name.endsWith('Connection')) continue;
        const named = new Map(args.map((argument) => [argument.name, argument]));
        expect([name, ['first', 'after', 'last', 'before', 'offset', 'limit'].filter((a) => !named.has(a))]).toEqual([
          name,
          [],
        ]);
        expect(sizes.map((size) => named.get(size)?.description)).toEqual(
          sizes.map(() => expect.stringMatching(/Default 20, at most 100\./)),
        );
      }
    }
  });

  it('lists the closed unions of codes and reasons as enums', () => {
    const namesOf = (name: string) => {
      const type = schema.getType(name);
      return isEnumType(type) ? type.getValues().map((value) => value.name) : [];
    };
    expect(namesOf('ErrorCode')).toEqual([...errorCodes].sort());
    expect(namesOf('ErrorReason')).toEqual([...reasons].sort());
  });
});

describe('what is committed fits the schema', () => {
  let schema: GraphQLSchema;
  beforeAll(async () => {
    schema = await createSchema();
  });
  const at = (...path: string[]) => join(process.cwd(), ...path);
  const complaints = (document: string) => validate(schema, parse(document)).map(({ message }) => message);

  it('schema/schema.graphql is what is built, and is a schema by itself', async () => {
    const committed = await readFile(at('schema/schema.graphql'), 'utf8');
    expect(committed).toBe(`# Generated by \`npm run generate\`: do not edit.\n\n${printSchema(schema)}\n`);
    expect(() => buildSchema(committed)).not.toThrow();
  });

  it("the playground's first query is valid", async () => {
    expect(complaints(await readFile(at('.config/playground/default-query.graphql'), 'utf8'))).toEqual([]);
  });

  it('the operations of the facade are valid, and each name is taken once', async () => {
    const folder = at('rest-facade/operations');
    const files = (await readdir(folder)).filter((file) => file.endsWith('.graphql'));
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    expect(files.length).toBeGreaterThan(3);
    expect(complaints(texts.join('\n'))).toEqual([]);
  });

  it('a field that does not exist is noticed', () => {
    expect(complaints('{ events { nodes { event_uri } } }')).toEqual([
      'Cannot query field "event_uri" on type "Event".',
    ]);
  });
});
