import { getNamedType, isListType, isNonNullType, isObjectType, type GraphQLSchema, type GraphQLType } from 'graphql';
import { namedThings, type NamedThing } from './named-things.js';

/** Returns the paths of the violations. */
type Rule = (schema: GraphQLSchema) => string[];

/** A rule for each element of some kinds. */
const each =
  (kinds: readonly NamedThing['kind'][], holds: (thing: NamedThing, schema: GraphQLSchema) => boolean): Rule =>
  (schema) =>
    namedThings(schema)
      .filter((thing) => kinds.includes(thing.kind) && !holds(thing, schema))
      .map(({ path }) => path);

const everything = ['type', 'field', 'argument', 'input field', 'value'] as const;

const form: Readonly<Record<NamedThing['kind'], RegExp>> = {
  type: /^[A-Z][A-Za-z]*$/,
  field: /^[a-z]+([A-Z][a-z]+)*$/,
  argument: /^[a-z]+([A-Z][a-z]+)*$/,
  'input field': /^[a-z]+([A-Z][a-z]+)*$/,
  value: /^[A-Z]+(_[A-Z]+)*$/,
};

const mayBeNull = ({ type }: NamedThing): boolean => !isNonNullType(type);
const isNumber = ({ type }: NamedThing): boolean =>
  type !== undefined && ['Int', 'Float'].includes(getNamedType(type).name);
const isList = (type: GraphQLType | undefined): boolean =>
  isNonNullType(type) ? isList(type.ofType) : isListType(type);

/** Lists that belong to their record and stay short. */
const shortLists = new Set([
  'Application.redirectUris',
  'ChangedTalk.trackIds',
  'Event.hosts',
  'EventComment.versions',
  // At most 100; more are reported as missing.
  'EventMessage.changes',
  'TalkComment.versions',
  'Talk.viewerShares',
  'TalkFeedbackMessage.comments',
  'TalkFeedbackMessage.removedCommentIds',
  'Event.images',
  'Event.next',
  'Event.now',
  'Event.tags',
  'Event.webhooks',
  'Event.pendingClaims',
  'Event.reportedComments',
  'Event.reportedTalkComments',
  'Grant.scopes',
  'NotificationSettings.muted',
  'Query.nodes',
  'Query.search',
  'Query.webhooks',
  'Ratings.distribution',
  'ScheduleProblemKind.examples',
  'ScheduleReport.columns',
  'ScheduleReport.problemKinds',
  'ScheduleReport.problems',
  'Talk.links',
  'Talk.speakers',
  'Talk.tracks',
  'Webhook.kinds',
]);

const hasType = ({ type }: NamedThing, text: string): boolean => String(type) === text;
const fieldsOf = (schema: GraphQLSchema, name: string): Readonly<Record<string, string>> => {
  const type = schema.getType(name);
  if (!isObjectType(type)) return {};
  return Object.fromEntries(Object.values(type.getFields()).map((field) => [field.name, String(field.type)]));
};
const same = (left: object, right: object): boolean =>
  JSON.stringify(Object.entries(left).sort()) === JSON.stringify(Object.entries(right).sort());

const pagingArguments = { first: 'Int', after: 'String', last: 'Int', before: 'String', offset: 'Int', limit: 'Int' };
const sizes = new Set(['first', 'last', 'limit']);

/** The event log is read forwards only, and never counted (docs/live.md, Changes feed). */
const isLog = (name: string): boolean => name === 'ChangeConnection';

/** The rules of the schema (decisions no. 67), by description. */
export const rules = {
  'everything is described, in sentences': each(everything, ({ description }) => /^[A-Z0-9`].*\.$/s.test(description)),

  'types are PascalCase, values UPPER_CASE, everything else camelCase': each(everything, ({ kind, name }) =>
    form[kind].test(name),
  ),

  // The description of the root explains the null of a mutation.
  'the description of a nullable field explains null': each(
    ['field'],
    (thing) => !mayBeNull(thing) || thing.path.startsWith('Mutation.') || /\bnull\b/i.test(thing.description),
  ),

  'the description of an optional input explains its omission': each(
    ['input field'],
    (thing) =>
      !mayBeNull(thing) ||
      /\b(left out|omit|omitted|without|null|empty|unless|required|needed)\b/i.test(thing.description),
  ),

  'the description of a number has its unit, its range or what it counts': each(
    ['field', 'argument', 'input field'],
    (thing) => !isNumber(thing) || /\bnumber of\b|\bminutes\b|\bpixels\b|\bdegrees\b|\d to \d/i.test(thing.description),
  ),

  'a deprecation has an end date': each(everything, ({ deprecation }) => {
    const [, day] = /^[A-Z].* until (\d{4}-\d{2}-\d{2})\.$/s.exec(deprecation ?? '') ?? [];
    return deprecation === null || !Number.isNaN(Date.parse(day ?? ''));
  }),

  'a list that can grow is a connection': each(
    ['field'],
    ({ path, type }) => !isList(type) || shortLists.has(path) || /Connection\.(nodes|edges)$/.test(path),
  ),

  'all connections and edges have the same fields': each(['type'], ({ name }, schema) => {
    const [, record, part] = /^(.+)(Connection|Edge)$/.exec(name) ?? [];
    if (part === 'Edge') return same(fieldsOf(schema, name), { cursor: 'String!', node: `${record}!` });
    if (part !== 'Connection' || isLog(name)) return true;
    const [edges, nodes] = [`[${record}Edge!]!`, `[${record}!]!`];
    return same(fieldsOf(schema, name), { edges, nodes, offset: 'Int', pageInfo: 'PageInfo!', totalCount: 'Int!' });
  }),

  'a connection supports cursors in both directions and page numbers, and documents its page sizes': (schema) => {
    const things = namedThings(schema);
    return things
      .filter(({ kind, type }) => kind === 'field' && type !== undefined && /Connection$/.test(getNamedType(type).name))
      .filter(({ type }) => type !== undefined && !isLog(getNamedType(type).name))
      .filter(({ path, type }) => {
        const given = things.filter((thing) => thing.kind === 'argument' && thing.path.startsWith(`${path}(`));
        const paging = Object.entries(pagingArguments).every(([name, text]) =>
          given.some((thing) => thing.name === name && hasType(thing, text)),
        );
        const told = given.every(
          ({ name, description }) => !sizes.has(name) || /Default 20, at most 100\.$/.test(description),
        );
        return !(isNonNullType(type) && paging && told);
      })
      .map(({ path }) => path);
  },

  'a mutation has at most one input, and one payload, named for it, which is null if it fails': (schema) =>
    Object.values(schema.getMutationType()?.getFields() ?? {})
      .filter(({ name, args, type }) => {
        const words = name.charAt(0).toUpperCase() + name.slice(1);
        const [input, ...others] = args;
        const isInput = !input || (input.name === 'input' && String(input.type) === `${words}Input!`);
        const fits = isInput && others.length === 0;
        return !(fits && String(type) === `${words}Payload`);
      })
      .map(({ name }) => `Mutation.${name}`),
} as const satisfies Readonly<Record<string, Rule>>;
