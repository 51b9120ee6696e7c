import type { MergedSchedule } from './merge-schedule.js';
import { trackKey } from './merge-talk.js';
import type { SourceTalk } from './formats/schedule.js';
import type { Seen, SeenSpeaker, StoredSchedule } from './stored-schedule.js';
import { insertTalks, updateTalks, type AddedTalk } from './write-talks.js';
import { isDigested } from './plain-text.js';
import type { EventWriter } from './write-rows.js';

/** Writes the result of a merge. The number of statements does not depend on the number of talks. */
export async function writeSchedule(
  writer: EventWriter,
  { source, stored }: { readonly source: string; readonly stored: StoredSchedule },
  merged: MergedSchedule,
): Promise<void> {
  const tracks = await createTracks(writer, stored, merged);
  const added = await insertTalks(writer, stored, merged.added);
  await updateTalks(writer, stored, merged.changed);
  const speakers = await writeSpeakers(writer, added, merged);
  await writeTracks(writer, added, merged, (name) => tracks.get(trackKey(name)));
  await writeLinks(writer, added, merged);
  const origins = [
    ...added.map(({ id, source: talk }) => ({ talk: id, foreignId: talk.foreignId, seen: firstSeen(talk) })),
    ...merged.origins.map(({ talkId, ...origin }) => ({ talk: talkId, ...origin })),
  ];
  await writeOrigins(
    writer,
    source,
    origins.map((origin) => ({ ...origin, seen: withSpeakerIds(origin, speakers) })),
  );
}

/** Creates the tracks that the event does not have yet. Returns the IDs of all by their key. */
async function createTracks(
  { over, reserveIds }: EventWriter,
  { tracks }: StoredSchedule,
  { added, changed }: MergedSchedule,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map(tracks.map(({ id, name }) => [trackKey(name), id] as const).reverse());
  const names = [...added.flatMap(({ fields }) => fields.tracks ?? []), ...changed.flatMap((one) => one.tracks.added)];
  const missing = new Map(names.filter((name) => !ids.has(trackKey(name))).map((name) => [trackKey(name), name]));
  const reserved = await reserveIds('tracks', missing.size);
  const rows = [...missing.values()].map((name, index) => ({ id: reserved[index] ?? '', name }));
  await over(
    'insert into tracks (id, event_id, name) select id, $1::bigint, name from r order by id',
    'id bigint, name text',
    rows,
  );
  for (const { id, name } of rows) ids.set(trackKey(name), id);
  return ids;
}

const speakerKey = (talk: string, at: number): string => `${talk} ${at}`;

/** Returns the IDs of new speakers by talk and position. */
async function writeSpeakers(
  { over, reserveIds }: EventWriter,
  added: readonly AddedTalk[],
  { changed }: MergedSchedule,
): Promise<ReadonlyMap<string, string>> {
  const names = [
    ...added.flatMap(({ id: talk, source }) =>
      (source.fields.speakers ?? []).map(({ name }, at) => ({ talk, name, at })),
    ),
    ...changed.flatMap(({ talkId: talk, speakers }) => speakers.added.map((one) => ({ talk, ...one }))),
  ];
  const ids = await reserveIds('talk_speakers', names.length);
  await over(
    `insert into talk_speakers (id, event_id, talk_id, display_name) select id, $1::bigint, talk, name from r order by id`,
    'id bigint, talk bigint, name text',
    names.map((row, index) => ({ ...row, id: ids[index] })),
  );
  await over(
    'update talk_speakers s set display_name = r.name from r where s.id = r.id and s.event_id = $1::bigint',
    'id bigint, name text',
    changed.flatMap(({ speakers }) => speakers.renamed),
  );
  await over(
    'delete from talk_speakers s using r where s.id = r.id and s.event_id = $1::bigint',
    'id bigint',
    changed.flatMap(({ speakers }) => speakers.removed.map((id) => ({ id }))),
  );
  return new Map(names.map(({ talk, at }, index) => [speakerKey(talk, at), ids[index] ?? '']));
}

async function writeTracks(
  { over }: EventWriter,
  added: readonly AddedTalk[],
  { changed }: MergedSchedule,
  idOf: (name: string) => string | undefined,
): Promise<void> {
  const assigned = [
    ...added.flatMap(({ id: talk, source }) =>
      (source.fields.tracks ?? []).map((name) => ({ talk, track: idOf(name) })),
    ),
    ...changed.flatMap(({ talkId: talk, tracks }) => tracks.added.map((name) => ({ talk, track: idOf(name) }))),
  ];
  await over(
    'insert into talk_tracks (event_id, talk_id, track_id) select $1::bigint, talk, track from r on conflict do nothing',
    'talk bigint, track bigint',
    assigned,
  );
  await over(
    'delete from talk_tracks t using r where t.talk_id = r.talk and t.track_id = r.track and t.event_id = $1::bigint',
    'talk bigint, track bigint',
    changed.flatMap(({ talkId: talk, tracks }) => tracks.removed.map((track) => ({ talk, track }))),
  );
}

async function writeLinks(
  { over }: EventWriter,
  added: readonly AddedTalk[],
  { changed }: MergedSchedule,
): Promise<void> {
  const links = [
    ...added.flatMap(({ id: talk, source }) => (source.fields.links ?? []).map((link) => ({ talk, ...link }))),
    ...changed.flatMap(({ talkId: talk, links }) => links.added.map((link) => ({ talk, ...link }))),
  ];
  await over(
    'insert into talk_links (event_id, talk_id, kind, url) select $1::bigint, talk, kind, url from r',
    'talk bigint, kind text, url text',
    links,
  );
  await over(
    'delete from talk_links l using r where l.id = r.id and l.event_id = $1::bigint',
    'id bigint',
    changed.flatMap(({ links }) => links.removed.map((id) => ({ id }))),
  );
}

const firstSeen = ({ fields }: SourceTalk): Seen => ({
  ...fields,
  speakers: fields.speakers?.map((speaker): SeenSpeaker => ({ ...speaker, speakerId: null })),
});

/** Adds the IDs of the speakers that were inserted. */
function withSpeakerIds({ talk, seen }: { talk: string; seen: Seen }, ids: ReadonlyMap<string, string>): Seen {
  return {
    ...seen,
    speakers: seen.speakers?.map((speaker, at) => ({
      ...speaker,
      speakerId: speaker.speakerId ?? ids.get(speakerKey(talk, at)) ?? null,
    })),
  };
}

/** If the text is not read, the stored one stays. */
const storedSeen = ({ description, ...seen }: Seen) =>
  isDigested(description) ? { seen, keepsText: true } : { seen: { ...seen, description }, keepsText: false };

/** Replaces the origins of these talks: a talk without its own ID gets another one with a new title. */
async function writeOrigins(
  { over, query, eventId }: EventWriter,
  source: string,
  origins: readonly { readonly talk: string; readonly foreignId: string; readonly seen: Seen }[],
): Promise<void> {
  if (origins.length === 0) return;
  await over(
    `insert into talk_origins (event_id, source, foreign_id, talk_id, seen)
      select $1::bigint, r.source, r."foreignId", r.talk,
        case when r."keepsText" then r.seen || coalesce((select jsonb_build_object('description', o.seen->'description')
          from talk_origins o where o.talk_id = r.talk and o.event_id = $1::bigint and o.source = r.source limit 1), '{}')
        else r.seen end
      from r
      on conflict (event_id, source, foreign_id)
      do update set talk_id = excluded.talk_id, seen = excluded.seen, imported_at = now()`,
    'source text, "foreignId" text, talk bigint, seen jsonb, "keepsText" boolean',
    origins.map(({ seen, ...origin }) => ({ source, ...origin, ...storedSeen(seen) })),
  );
  await query(
    `delete from talk_origins where event_id = $1 and source = $2 and talk_id = any($4::bigint[])
      and (talk_id, foreign_id) not in (select * from unnest($4::bigint[], $3::text[]))`,
    [eventId, source, origins.map(({ foreignId }) => foreignId), origins.map(({ talk }) => talk)],
  );
}
