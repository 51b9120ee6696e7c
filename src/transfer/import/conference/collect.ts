import * as z from 'zod';
import { OperatorError } from '../../../config/operator-error.js';
import type { Source } from './source.js';
import {
  meta,
  eventCommentRecord,
  eventRecord,
  talkCommentRecord,
  talkRecord,
  trackRecord,
  type EventCommentRecord,
  type EventRecord,
  type TalkCommentRecord,
  type TalkRecord,
  type TrackRecord,
} from './wire.js';

const URL_HINT = 'Specify the URL of an event in the API with --from, such as https://api.example.org/v2.1/events/5.';
const PAGE_SIZE = '50';
/** 50 000 records, if the server accepts the page size: 100 times the size of the largest conferences. */
const MAX_PAGES = 1_000;
const MAX_RECORDS = 100_000;

/** The records of a list in its order, and the server's total; null if it reports none. */
export interface Listed<Item> {
  readonly records: Item[];
  readonly total: number | null;
}

interface Page<Item> {
  readonly records: Item[];
  readonly meta: z.output<typeof meta>;
  /** The URL of the page. */
  readonly url: URL;
}

/**
 * Reads one page of a list, or the single-element list of a record.
 *
 * @param name the member of the response that holds the records
 * @throws OperatorError as `Source.json`; for an invalid v2.1 response it names the member
 */
export async function pageAt<Item extends z.ZodType>(
  source: Source,
  address: string,
  name: string,
  item: Item,
): Promise<Page<z.output<Item>>> {
  const url = new URL(address);
  url.searchParams.set('verbose', 'yes');
  const answer = await source.json(url.href);
  if (!Object.hasOwn(Object(answer) as object, name)) {
    throw new OperatorError(`${url.href} contains no ${name}. ${URL_HINT}`);
  }
  const { success, data, error } = z.object({ records: z.array(item), meta }).safeParse(normalized(answer, name));
  if (success) return { ...data, url };
  const { path = [], message = '' } = error.issues[0] ?? {};
  const member = path.map((key) => (key === 'records' ? name : String(key))).join('.');
  throw new OperatorError(
    `${url.href} is not a valid v2.1 response: ${printable(`${member}: ${message}`)}. ${URL_HINT}`,
  );
}

/**
 * Reads all records of a list, following the links to the next page.
 *
 * @param read called after each page with the number of records so far
 * @throws OperatorError as `pageAt`, and when the pages form a cycle or exceed the limits
 */
async function readAllRecords<Item extends z.ZodType>(
  source: Source,
  address: string,
  name: string,
  item: Item,
  read: (count: number) => void,
): Promise<Listed<z.output<Item>>> {
  const records: z.output<Item>[] = [];
  const seen = new Set<string>();
  const first = new URL(address);
  first.searchParams.set('resultsperpage', PAGE_SIZE);
  for (let next: string | null = first.href; ;) {
    const page: Page<z.output<Item>> = await pageAt(source, next, name, item);
    if (seen.has(page.url.href)) throw new OperatorError(`${page.url.href} was read twice: the pages form a cycle.`);
    seen.add(page.url.href);
    records.push(...page.records);
    read(records.length);
    if (records.length > MAX_RECORDS)
      throw new OperatorError(`${address} exceeds the limit of ${MAX_RECORDS} records.`);
    next = page.meta.nextPage;
    if (next === null) return { records, total: page.meta.total };
    if (seen.size === MAX_PAGES) throw new OperatorError(`${address} exceeds the limit of ${MAX_PAGES} pages.`);
  }
}

/** Renames the records member; anything invalid passes through for the schema to reject. */
function normalized(answer: unknown, name: string): unknown {
  const { [name]: records, meta: rest } = Object(answer) as Record<string, unknown>;
  return { records, meta: rest };
}

/** Strips control characters from remote text before it reaches a terminal. */
const printable = (text: string): string => text.replace(/\p{C}/gu, '\ufffd');

/** All public records of one event on another server, as received. */
export interface Conference {
  readonly event: EventRecord;
  readonly tracks: Listed<TrackRecord>;
  readonly talks: Listed<TalkRecord>;
  /** Newest first. */
  readonly eventComments: Listed<EventCommentRecord>;
  readonly talkComments: Listed<TalkCommentRecord>;
}

/** Progress listener: what is being read, and the number of records so far. */
export type Reading = (what: 'tracks' | 'talks' | 'comments' | 'talk comments', count: number) => void;

/**
 * Reads the event itself.
 *
 * @throws OperatorError as `pageAt`, and when the URL does not return exactly one event
 */
export async function readEvent(source: Source, from: string): Promise<EventRecord> {
  const { records } = await pageAt(source, from, 'events', eventRecord);
  const [event, ...others] = records;
  if (!event || others.length > 0) {
    throw new OperatorError(`${from} contains ${records.length} events: specify the URL of one with --from.`);
  }
  // This URI identifies the event in later imports, so it must belong to the same server.
  source.requireOwn(event.uri);
  return event;
}

/** Reads everything below the event by following its links. @throws OperatorError as `everyRecord` */
export async function readConference(source: Source, event: EventRecord, reading: Reading): Promise<Conference> {
  const counting = (what: Parameters<Reading>[0]) => (count: number) => reading(what, count);
  const tracks = await readAllRecords(source, event.tracks, 'tracks', trackRecord, counting('tracks'));
  const talks = await readAllRecords(source, event.talks, 'talks', talkRecord, counting('talks'));
  const eventComments = await readAllRecords(
    source,
    event.comments,
    'comments',
    eventCommentRecord,
    counting('comments'),
  );
  const talkComments = await readTalkComments(source, event, talks.records, counting('talk comments'));
  return { event, tracks, talks, eventComments, talkComments };
}

/** Reads the list of all talk comments, or, if the server has none, talk by talk. */
async function readTalkComments(
  source: Source,
  event: EventRecord,
  talks: readonly TalkRecord[],
  read: (count: number) => void,
): Promise<Listed<TalkCommentRecord>> {
  if (event.talkComments !== null) {
    return readAllRecords(source, event.talkComments, 'comments', talkCommentRecord, read);
  }
  const records: TalkCommentRecord[] = [];
  let total = 0;
  for (const { comments } of talks) {
    const before = records.length;
    const ofTalk = await readAllRecords(source, comments, 'comments', talkCommentRecord, (count) =>
      read(before + count),
    );
    records.push(...ofTalk.records);
    total += ofTalk.total ?? ofTalk.records.length;
  }
  return { records, total };
}
