import { describe, expect, it } from '@jest/globals';
import { buildSchema } from 'graphql';
import { createSchema } from '../../schema/index.js';
import { rules } from './schema-rules.js';

type RuleName = keyof typeof rules;

/** For each rule a schema that violates it, and the expected message. */
const broken: Readonly<Record<RuleName, readonly [schema: string, paths: readonly string[]]>> = {
  'everything is described, in sentences': [
    'type Query { "no capital." a: Int "No full stop" b("Yes." good: Int, bad: Int): Int "Yes." c: Kind } "Yes." enum Kind { ONE }',
    ['Query', 'Query.a', 'Query.b', 'Query.b(bad:)', 'Kind.ONE'],
  ],
  'types are PascalCase, values UPPER_CASE, everything else camelCase': [
    'type Query { snake_case: Int fine(Also: Int): lower } enum lower { Value FINE_TOO } input In { event_uri: Int }',
    ['Query.snake_case', 'Query.fine(Also:)', 'lower', 'lower.Value', 'In.event_uri'],
  ],
  'the description of a nullable field explains null': [
    'type Query { "A title." a: String "A title; null when there is none." b: String "A title." c: String! }',
    ['Query.a'],
  ],
  'the description of an optional input explains its omission': [
    'type Query { a(input: In): Int } input In { "A title." a: String "A title; may be left out." b: String "A title." c: String! }',
    ['In.a'],
  ],
  'the description of a number has its unit, its range or what it counts': [
    'type Query { "How long." a: Int "In minutes." b: Int! "1 to 5." c("The size." d: Float): Int "How long." e: String }',
    ['Query.a', 'Query.c(d:)'],
  ],
  'a deprecation has an end date': [
    `type Query {
      a: Int @deprecated b: Int @deprecated(reason: "Use c until 2028-13-01.") c: Int
      d(e: Int @deprecated(reason: "Soon.")): Int @deprecated(reason: "Use c; kept until 2028-12-31.")
    }`,
    ['Query.a', 'Query.b', 'Query.d(e:)'],
  ],
  'a list that can grow is a connection': ['type Query { a: [Int] b: [[Int!]!]! c: Int }', ['Query.a', 'Query.b']],
  'all connections and edges have the same fields': [
    `type Query { a: AConnection b: BConnection } type PageInfo { a: Int } type A { a: Int }
    type AConnection { edges: [AEdge!]! nodes: [A!]! offset: Int pageInfo: PageInfo! totalCount: Int! }
    type AEdge { cursor: String! node: A } type BConnection { nodes: [A!]! }`,
    ['BConnection', 'AEdge'],
  ],
  'a connection supports cursors in both directions and page numbers, and documents its page sizes': [
    `type Query { a: AConnection! b("How many. Default 20, at most 100." first: Int): AConnection!
      c(
        "Default 20, at most 100." first: Int, after: String, "Default 20, at most 100." last: Int, before: String
        offset: Int, "At most 100." limit: Int
      ): AConnection!
      d(
        "Default 20, at most 100." first: Int, after: String, "Default 20, at most 100." last: Int, before: String
        offset: Int, "Default 20, at most 100." limit: Int
      ): AConnection!
    } type AConnection { a: Int }`,
    ['Query.a', 'Query.b', 'Query.c'],
  ],
  'a mutation has at most one input, and one payload, named for it, which is null if it fails': [
    `type Query { a: Int } type StarPayload { a: Int } type StarMinePayload { a: Int } input StarInput { a: Int } type StarSurePayload { a: Int } input StarSureInput { a: Int } type Mutation {
      star(input: StarInput!): StarPayload starSure(input: StarSureInput!): StarSurePayload! unstar(input: StarInput!): StarPayload
      starAll(id: ID!): StarPayload starNone(input: StarInput!, id: ID!): StarPayload starMine: StarMinePayload
    }`,
    ['Mutation.starSure', 'Mutation.unstar', 'Mutation.starAll', 'Mutation.starNone'],
  ],
};
const names = Object.keys(rules) as RuleName[];
const schema = createSchema();

describe('in the schema', () => {
  it.each(names)('%s', async (name) => {
    expect(rules[name](await schema)).toEqual([]);
  });
});

describe('a violation is detected', () => {
  it.each(names)('%s', (name) => {
    const [text, paths] = broken[name];
    expect(new Set(rules[name](buildSchema(text)))).toEqual(new Set(paths));
  });
});
