import { ownRevocableTokens } from './access-tokens.js';
import { ownApplications } from './applications.js';
import type { EventCriteria, EventFilter } from './event-filters.js';
import { eventCount, eventPage, firstFuturePage } from './event-lists.js';
import type { lists } from './loaders.js';
import type { Page, PageRequest, RootList } from './page.js';
import { accessTokenRecord, applicationRecord, asIs, eventRecord, talkRecord } from './records.js';
import type { Reads } from './reads.js';
import { languages, talkTypes } from './reference.js';
import { viewerArgument, type ReadScope } from './scope.js';
import { talksByTitle } from './talks.js';
import { allUsers, usersByKeyword, usersByUsername } from './users.js';

/** A page, and a way to learn how many there are in all: nothing is counted before it is asked for. */
export interface Connection<Value> extends Page<Value> {
  readonly total: () => Promise<number> | number;
}

type Lists = typeof lists;
type Node<Name extends keyof Lists> = Lists[Name] extends {
  pages: (...args: never[]) => Promise<Page<infer Value>[]>;
}
  ? Value
  : never;

/**
 * A page of a list that belongs to a record.
 *
 * @param total where the parent's own counter tells it, and it counts just what the viewer sees
 */
export async function childConnection<Name extends keyof Lists>(
  reads: Reads,
  name: Name,
  parent: string,
  request: PageRequest,
  total?: number,
): Promise<Connection<Node<Name>>> {
  const page = await reads.page(name, parent, request);
  return { ...page, total: () => total ?? reads.count(name, parent) } as Connection<Node<Name>>;
}

/** The collection of events. Where `ALL` is asked for without a place to begin, it begins at the first future event. */
export async function eventConnection(
  { scope }: Reads,
  criteria: EventCriteria,
  request: PageRequest,
  begin: 'as asked' | 'server chooses',
) {
  const { run, now } = scope;
  const chosen: EventFilter | undefined = begin === 'server chooses' ? criteria.filter : undefined;
  const page = await (chosen === 'ALL' ? firstFuturePage : eventPage)(run, criteria, now, request);
  return {
    ...page,
    nodes: page.nodes.map((row) => eventRecord(row, scope)),
    total: () => eventCount(run, criteria, now),
  };
}

async function rootConnection<Arguments, Row, Value>(
  scope: ReadScope,
  list: RootList<Arguments, Row>,
  args: Arguments,
  request: PageRequest,
  finish: (row: Row, scope: ReadScope) => Value,
): Promise<Connection<Value>> {
  const page = await list.page(scope.run, args, request);
  return {
    ...page,
    nodes: page.nodes.map((row) => finish(row, scope)),
    total: () => list.count(scope.run, args),
  };
}

/** Talks with a piece of text in their title, newest start first. */
export function talksByTitleConnection({ scope }: Reads, title: string, request: PageRequest) {
  const args = { pattern: containing(title), ...viewerArgument(scope) };
  return rootConnection(scope, talksByTitle(scope.sight), args, request, talkRecord);
}

/** All users, those with a keyword in one of their names, or the one with a username. */
export function userConnection(
  { scope }: Reads,
  by: { username?: string | undefined; keyword?: string | undefined },
  request: PageRequest,
) {
  if (by.username !== undefined) {
    return rootConnection(scope, usersByUsername, { username: by.username }, request, asIs);
  }
  if (by.keyword !== undefined) {
    return rootConnection(scope, usersByKeyword, { pattern: containing(by.keyword) }, request, asIs);
  }
  return rootConnection(scope, allUsers, {}, request, asIs);
}

/** The viewer's access tokens that can be revoked, by number. */
export function accessTokenConnection({ scope }: Reads, request: PageRequest) {
  const args = { ...viewerArgument(scope), now: scope.now };
  return rootConnection(scope, ownRevocableTokens, args, request, accessTokenRecord);
}

/** The applications that the viewer registered, by number. */
export function applicationConnection({ scope }: Reads, request: PageRequest) {
  return rootConnection(scope, ownApplications, viewerArgument(scope), request, applicationRecord);
}

export function languageConnection({ scope }: Reads, request: PageRequest) {
  return rootConnection(scope, languages, {}, request, asIs);
}

export function talkTypeConnection({ scope }: Reads, request: PageRequest) {
  return rootConnection(scope, talkTypes, {}, request, asIs);
}

/** A LIKE pattern for "contains this text": the wildcards in the text mean themselves. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
