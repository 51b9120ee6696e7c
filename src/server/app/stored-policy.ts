import { getOperationAST, Kind, type DocumentNode, type FieldNode, type SelectionSetNode } from 'graphql';
import type { CachePolicy, Match } from '../../http/match.js';

/** How the stages treat a stored operation with these variables. */
export type StoredPolicy = Pick<Match, 'cache' | 'subject' | 'maxRecords'>;

/** Root fields of one record, by the kind of the record in the response cache. */
const kinds: ReadonlyMap<string, string> = new Map([
  ['event', 'events'],
  ['talk', 'talks'],
  ['track', 'tracks'],
  ['eventComment', 'event_comments'],
  ['talkComment', 'talk_comments'],
]);
/** These variables accept relative dates such as `tomorrow`, so their results change with time. */
const dateVariables = ['from', 'until'];

/** Variables that set the number of records. */
const sizeVariables = ['limit', 'comments'];

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** Root fields of records that expire or are revoked without a recorded change. */
const secretFields: ReadonlySet<string> = new Set(['sharedFeedback']);

/** `EventFilter` that ranks events by popularity. */
const RANKED = 'HOT';

const NOT_CACHED: StoredPolicy = { cache: null, subject: null, maxRecords: 0 };

/**
 * Derives the cache policy of stored queries. If the only root field is a record by its ID, the response depends on
 * that record; if all are lists of events or all are lists of talks, on these lists; otherwise on all records. Queries
 * by a secret are not cached.
 */
export function createStoredPolicies(
  documents: readonly DocumentNode[],
): (name: string, variables: string) => StoredPolicy {
  const policies = new Map(documents.flatMap(policyOf));
  return (name, text) => {
    const policy = policies.get(name);
    const variables = policy && variablesIn(text);
    return variables ? policy(variables) : NOT_CACHED;
  };
}

type Variables = Readonly<Record<string, unknown>>;
type Policy = (variables: Variables) => StoredPolicy;

function policyOf(document: DocumentNode): [string, Policy][] {
  const definition = getOperationAST(document);
  if (definition?.operation !== 'query' || !definition.name) return [];
  const fields = rootFields(document, definition.selectionSet).filter(({ name }) => name.value !== 'viewer');
  const lists = fields.filter(({ name }) => name.value === 'events');
  const isSecret = fields.some(({ name }) => secretFields.has(name.value));
  const record = fields.length === 1 ? recordOf(fields[0]) : undefined;
  const listOf = (variables: Variables): CachePolicy['shows'] => {
    if (fields.length === 0) return 'everything';
    if (fields.every(({ name }) => name.value === 'talks')) return 'talks';
    if (lists.length < fields.length) return 'everything';
    return lists.every((list) => isUnranked(list, variables)) ? 'events' : 'ranked events';
  };
  const policy: Policy = (variables) => {
    const maxRecords = Math.max(0, ...sizeVariables.map((name) => variables[name]).filter(isNumber));
    const isRelative = lists.length > 0 && dateVariables.some((date) => Object.hasOwn(variables, date));
    const id = record && variables[record.variable];
    const isRecord = typeof id === 'string' || typeof id === 'number';
    const subject = record && isRecord ? { kind: record.kind, id: String(id) } : null;
    const shows = subject ? 'subject' : listOf(variables);
    return {
      cache: isRelative || isSecret ? null : { shows, listsEvents: lists.length > 0 },
      subject,
      maxRecords,
    };
  };
  return [[definition.name.value, policy]];
}

/** Root fields, including those of fragments. */
function rootFields(document: DocumentNode, { selections }: SelectionSetNode): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    if (selection.kind === Kind.INLINE_FRAGMENT) return rootFields(document, selection.selectionSet);
    const fragment = document.definitions.find(
      (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection.name.value,
    );
    return fragment?.kind === Kind.FRAGMENT_DEFINITION ? rootFields(document, fragment.selectionSet) : [];
  });
}

/** Whether the filter is known, and is not the ranking by popularity. */
function isUnranked({ arguments: given = [] }: FieldNode, variables: Variables): boolean {
  const filter = given.find(({ name }) => name.value === 'filter')?.value;
  if (!filter) return true;
  if (filter.kind === Kind.ENUM) return filter.value !== RANKED;
  return (
    filter.kind === Kind.VARIABLE &&
    Object.hasOwn(variables, filter.name.value) &&
    variables[filter.name.value] !== RANKED
  );
}

/** The kind of the record, and the variable that contains its ID. */
function recordOf(field: FieldNode | undefined): { readonly kind: string; readonly variable: string } | undefined {
  const kind = kinds.get(field?.name.value ?? '');
  const id = field?.arguments?.find(({ name }) => name.value === 'id')?.value;
  return kind !== undefined && id?.kind === Kind.VARIABLE ? { kind, variable: id.name.value } : undefined;
}

/** Null if the text is no JSON; GraphQL reports the syntax error. */
function variablesIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return Object(JSON.parse(text || '{}')) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
