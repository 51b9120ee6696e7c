import { OperatorError } from '../../operator-error.js';
import { everyRecord, pageAt, type Listed } from './pages.js';
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

/** All that another server shows everybody of one event, as it was sent. */
export interface Conference {
  readonly event: EventRecord;
  readonly tracks: Listed<TrackRecord>;
  readonly talks: Listed<TalkRecord>;
  /** Newest first. */
  readonly eventComments: Listed<EventCommentRecord>;
  readonly talkComments: Listed<TalkCommentRecord>;
}

/** Told what is being read, and how many records of it have come. */
export type Reading = (what: 'tracks' | 'talks' | 'comments' | 'talk comments', count: number) => void;

/**
 * The event itself.
 *
 * @throws OperatorError as `pageAt`, and when the address is that of several events, or of none
 */
export async function readEvent(source: Source, from: string): Promise<EventRecord> {
  const { records } = await pageAt(source, from, 'events', eventRecord);
  const [event, ...others] = records;
  if (!event || others.length > 0) {
    throw new OperatorError(`${from} holds ${records.length} events: give --from the address of one.`);
  }
  // By this address the event is known again, so that it must not be one of another server.
  source.requireOwn(event.uri);
  return event;
}

/** Everything below the event, by following its links. @throws OperatorError as `everyRecord` */
export async function readConference(source: Source, event: EventRecord, reading: Reading): Promise<Conference> {
  const counting = (what: Parameters<Reading>[0]) => (count: number) => reading(what, count);
  const tracks = await everyRecord(source, event.tracks, 'tracks', trackRecord, counting('tracks'));
  const talks = await everyRecord(source, event.talks, 'talks', talkRecord, counting('talks'));
  const eventComments = await everyRecord(source, event.comments, 'comments', eventCommentRecord, counting('comments'));
  const talkComments = await readTalkComments(source, event, talks.records, counting('talk comments'));
  return { event, tracks, talks, eventComments, talkComments };
}

/** From the list of all of them, or, where the server has none, talk by talk. */
async function readTalkComments(
  source: Source,
  event: EventRecord,
  talks: readonly TalkRecord[],
  read: (count: number) => void,
): Promise<Listed<TalkCommentRecord>> {
  if (event.talkComments !== null) {
    return everyRecord(source, event.talkComments, 'comments', talkCommentRecord, read);
  }
  const records: TalkCommentRecord[] = [];
  let total = 0;
  for (const { comments } of talks) {
    const before = records.length;
    const ofTalk = await everyRecord(source, comments, 'comments', talkCommentRecord, (count) => read(before + count));
    records.push(...ofTalk.records);
    total += ofTalk.total ?? ofTalk.records.length;
  }
  return { records, total };
}
