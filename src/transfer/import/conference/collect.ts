import { OperatorError } from '../../../config/operator-error.js';
import { readAllRecords, pageAt, type Listed } from './pages.js';
import type { Source } from './source.js';
import {
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
