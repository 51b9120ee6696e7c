import type { EventCriteria, EventFilter } from './event-filters.js';
import { eventCount, eventPage, firstFuturePage, isScanned } from './event-lists.js';
import { decidedEvents, type lists } from './loaders.js';
import type { Page, PageRequest, RootList } from './page.js';
import type { ProgrammePart, ProgrammeRequest } from './programme.js';
import { claimRecord, eventRecord, identity, reportRecord, talkRecord, type TalkRecord } from './records.js';
import type { Reads } from './reads.js';
import { languages, talkTypes } from './reference.js';
import { viewerArgument, type ReadScope } from './scope.js';
import { assignmentsOfViewer, claimsToDecide, reportsToDecide, submissionsOfViewer } from './tasks.js';
import { talksByTitle } from './talks.js';
import { allUsers, usersByKeyword, usersByUsername } from './users.js';

/** A page with a lazy total, which is computed only when selected. */
export interface Connection<Value> extends Page<Value> {
  readonly total: () => Promise<number> | number;
  /** Which list of which record it is part of, for sealed cursors. */
  readonly list?: string;
}

/** A list that is empty for the viewer. */
export const emptyConnection: Connection<never> = {
  ...{ nodes: [], offset: 0, hasNext: false, hasPrevious: false, cursorFields: [], isSealed: false },
  total: () => 0,
};

/** What a field requests of a list. */
export interface ConnectionRequest extends PageRequest {
  /** Whether the total is selected: it is then counted together with the page, unless it requires a scan. */
  readonly selectsTotal?: boolean;
}

/** Counts at once if the total is selected, so that page and total share a round trip. */
function totalOf(count: () => Promise<number>, selectsTotal: boolean): Connection<never>['total'] {
  if (!selectsTotal) return count;
  const counted = count();
  // If the page fails, the total is not awaited.
  counted.catch(() => undefined);
  return () => counted;
}

type Lists = typeof lists;
type Node<Name extends keyof Lists> = Lists[Name] extends {
  pages: (...args: never[]) => Promise<Page<infer Value>[]>;
}
  ? Value
  : never;

/**
 * Reads a page of a record's child list.
 *
 * @param total the parent's stored counter, if it counts exactly the records visible to the viewer
 */
export async function childConnection<Name extends keyof Lists>(
  reads: Reads,
  name: Name,
  parent: string,
  { selectsTotal = false, ...request }: ConnectionRequest,
  total?: number,
): Promise<Connection<Node<Name>>> {
  const counted = total === undefined ? totalOf(() => reads.count(name, parent), selectsTotal) : () => total;
  const page = await reads.page(name, parent, request);
  return { ...page, total: counted, list: listOfParent(name, parent) } as Connection<Node<Name>>;
}

/** Identifies the list of a record. */
export const listOfParent = (name: string, parent: string): string => `${name} ${parent}`;

/** Reads a page of the programme of an event. `total`: the number of its talks, if no criteria reduce it. */
export async function programmeConnection(
  reads: Reads,
  part: ProgrammePart,
  request: ProgrammeRequest,
  selectsTotal: boolean,
  total?: number,
): Promise<Connection<TalkRecord>> {
  const counted = total === undefined ? totalOf(() => reads.programmeCount(part, request), selectsTotal) : () => total;
  return { ...(await reads.programmePage(part, request)), total: counted };
}

/** Reads a page of events. If the server chooses the start, `ALL` starts at the first future event. */
export async function eventConnection(
  { scope, scans, shown }: Reads,
  criteria: EventCriteria,
  { selectsTotal = false, ...request }: ConnectionRequest,
  begin: 'as requested' | 'server chooses',
) {
  const { run, now } = scope;
  const chosen: EventFilter | undefined = begin === 'server chooses' ? criteria.filter : undefined;
  const read = () => (chosen === 'ALL' ? firstFuturePage : eventPage)(run, criteria, now, request);
  const count = () => eventCount(run, criteria, now);
  const scanned = isScanned(criteria);
  const total = scanned ? () => scans.run(['events count', criteria], count) : totalOf(count, selectsTotal);
  const page = await (scanned ? scans.run(['events', criteria, request, chosen], read) : read());
  for (const { id } of page.nodes) shown.events.add(id);
  return {
    ...page,
    nodes: page.nodes.map((row) => eventRecord(row, scope)),
    total,
  };
}

export async function rootConnection<Arguments, Row, Value>(
  scope: ReadScope,
  list: RootList<Arguments, Row>,
  args: Arguments,
  request: PageRequest,
  toRecord: (row: Row, scope: ReadScope) => Value,
): Promise<Connection<Value>> {
  const page = await list.page(scope.run, args, request);
  return {
    ...page,
    nodes: page.nodes.map((row) => toRecord(row, scope)),
    total: () => list.count(scope.run, args),
  };
}

/** Wraps a list whose statements may scan a whole table: identical scans run once, through the request's queue. */
function scannedList<Arguments, Row>(
  { scans }: Reads,
  name: string,
  { page, count }: RootList<Arguments, Row>,
): RootList<Arguments, Row> {
  return {
    page: (run, args, request) => scans.run([name, args, request], () => page(run, args, request)),
    count: (run, args) => scans.run([`${name} count`, args], () => count(run, args)),
  };
}

/** Talks whose title contains a text, latest start first. */
export async function talksByTitleConnection(reads: Reads, title: string, request: PageRequest) {
  const { scope, shown } = reads;
  const args = { text: title, ...viewerArgument(scope) };
  const list = scannedList(reads, 'talks by title', talksByTitle(scope.visibility));
  const talks = await rootConnection(scope, list, args, request, talkRecord);
  for (const { eventId } of talks.nodes) shown.events.add(eventId);
  return talks;
}

/** All users, users with a keyword in one of their names, or the user with a username. */
export function userConnection(
  reads: Reads,
  by: { username?: string | undefined; keyword?: string | undefined },
  request: PageRequest,
) {
  const { scope } = reads;
  if (by.username !== undefined) {
    return rootConnection(scope, usersByUsername, { username: by.username }, request, identity);
  }
  if (by.keyword !== undefined) {
    const list = scannedList(reads, 'users by keyword', usersByKeyword);
    return rootConnection(scope, list, { text: by.keyword }, request, identity);
  }
  return rootConnection(scope, scannedList(reads, 'users', allUsers), {}, request, identity);
}

/** Speaker claims that await a decision by the viewer as a host. */
export function claimsToDecideConnection({ scope }: Reads, request: PageRequest) {
  return rootConnection(scope, claimsToDecide(decidedEvents(scope)), viewerArgument(scope), request, claimRecord);
}

/** Assignments by hosts that the viewer has yet to confirm. */
export function assignmentConnection({ scope }: Reads, request: PageRequest) {
  return rootConnection(scope, assignmentsOfViewer(scope.visibility), viewerArgument(scope), request, claimRecord);
}

/** Reports that await a decision by the viewer as a host, one per comment. */
export function reportsToDecideConnection({ scope }: Reads, request: PageRequest) {
  return rootConnection(scope, reportsToDecide(decidedEvents(scope)), viewerArgument(scope), request, reportRecord);
}

/** The viewer's pending and rejected events. */
export function submissionConnection({ scope }: Reads, request: PageRequest) {
  return rootConnection(scope, submissionsOfViewer, viewerArgument(scope), request, eventRecord);
}

export function languageConnection({ scope }: Reads, request: PageRequest) {
  return rootConnection(scope, languages, {}, request, identity);
}

export function talkTypeConnection({ scope }: Reads, request: PageRequest) {
  return rootConnection(scope, talkTypes, {}, request, identity);
}
