import type { ClientBase } from 'pg';
import { insertRows, reserveIds } from '../../../core/bulk/insert-rows.js';
import type { TableName } from '../../../database/insert-batch.js';
import { stubCandidates } from '../../../core/talk/stubs.js';
import type { TableReport } from '../report.js';
import { nameRows } from '../free-names.js';
import { numberIn, createLedgers } from './ledgers.js';
import { eventCommentRows, oldestFirst, talkCommentRows } from './comment-rows.js';
import { readReference } from './reference.js';
import { talkRows, type Programme, type NamedTalk } from './talk-rows.js';
import type { TrackRecord, TalkRecord } from './wire.js';
import { writeEvent, type EventImport } from './write-event.js';

/** The result of an event import. */
export interface Written {
  readonly eventId: number;
  readonly report: readonly TableReport[];
}

/** Writes all rows, table by table, in the client's transaction; triggers update the counters. */
export async function writeConference(client: ClientBase, eventImport: EventImport): Promise<Written> {
  const { conference, people, texts, now } = eventImport;
  const ledgers = createLedgers();
  const { id: eventId, zone } = await writeEvent(client, eventImport, ledgers);
  const tracks = await numbered(client, 'tracks', ledgers.once('tracks', conference.tracks.records));
  const programme: Programme = {
    eventId,
    zone,
    ledgers,
    texts,
    people,
    reference: await readReference(client),
    tracks: idsByAddress(tracks),
    now: now.toISOString(),
  };
  await insertRows(client, 'tracks', trackRows(tracks, programme));

  const talks = await numbered(client, 'talks', ledgers.once('talks', conference.talks.records));
  const rows = talkRows(await namedTalks(client, talks), programme);
  const speakers = await numbered(client, 'talk_speakers', rows.speakers);
  await insertRows(client, 'talks', rows.talks);
  await insertRows(
    client,
    'talk_speakers',
    speakers.map(([id, speaker]) => ({ id, ...speaker })),
  );
  await insertRows(client, 'talk_links', rows.links);
  await insertRows(client, 'talk_tracks', rows.talkTracks);

  const eventComments = oldestFirst(ledgers.once('event comments', conference.eventComments.records));
  const onEvent = eventCommentRows(await numbered(client, 'event_comments', eventComments), programme);
  await insertRows(client, 'event_comments', onEvent);
  const talkComments = oldestFirst(ledgers.once('talk comments', conference.talkComments.records));
  const commentIds = await numbered(client, 'talk_comments', talkComments);
  await insertRows(client, 'talk_comments', talkCommentRows(commentIds, programme, idsByAddress(talks)));
  return { eventId, report: [...ledgers.report(), ...people.report] };
}

/** Pairs items with reserved IDs, in ascending order. */
async function numbered<Item>(
  client: ClientBase,
  table: TableName,
  items: readonly Item[],
): Promise<(readonly [id: number, item: Item])[]> {
  const ids = await reserveIds(client, table, items.length);
  return items.map((item, place) => [ids[place]!, item] as const);
}

function idsByAddress(records: readonly (readonly [id: number, record: { readonly uri: string }])[]) {
  return new Map(records.map(([id, { uri }]) => [uri, id]));
}

function trackRows(tracks: readonly (readonly [number, TrackRecord])[], { eventId, ledgers, texts }: Programme) {
  return tracks.flatMap(([id, track]) =>
    ledgers.enter('tracks', numberIn(track.uri), (mark) => {
      const given = texts.text(track.name, mark, 300);
      const name = given.trim() === '' ? 'Untitled' : given;
      if (name !== given) mark.repair('a track without a name was named Untitled');
      return { id, event_id: eventId, name, description: texts.text(track.description, mark), color: null };
    }),
  );
}

/** Assigns a unique stub to each talk: its own unless taken here (contract §4.2). */
async function namedTalks(
  client: ClientBase,
  talks: readonly (readonly [id: number, talk: TalkRecord])[],
): Promise<NamedTalk[]> {
  const named = talks.map(([id, talk]) => ({ id, talk, stub: '' }));
  await nameRows(named, {
    ownName: ({ talk: { stub } }) => (stub !== null && /^[0-9A-Za-z]{1,30}$/.test(stub) ? stub : ''),
    candidates: stubCandidates,
    take: (talk, stub) => (talk.stub = stub),
    stored: async (names) => {
      const { rows } = await client.query<{ stub: string }>('select stub from talks where stub = any($1)', [names]);
      return rows.map(({ stub }) => stub);
    },
    pending: () => Promise.resolve([]),
  });
  return named;
}
