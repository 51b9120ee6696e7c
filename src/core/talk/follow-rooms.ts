import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';
import { renamedRooms, RoomGuids, type RoomsOfTalks } from './room-guids.js';

interface OfEvent {
  readonly eventId: string;
}

const talkRooms = statement(
  'rooms of talks',
  ($: Parameters<OfEvent>) => sql<{ rooms: string }>`
    select coalesce(json_agg(json_build_array(id::text, room)), '[]')::text as rooms
    from talks where event_id = ${$.eventId}::bigint`,
);

const storedGuids = statement(
  'GUIDs of rooms',
  ($: Parameters<OfEvent>) => sql<{ eventGuid: string; guids: string }>`
    select guid as "eventGuid", coalesce((select json_object_agg(room, r.guid) from room_guids r
      where r.event_id = e.id), '{}')::text as guids
    from events e where id = ${$.eventId}::bigint`,
);

const storeGuids = statement(
  'store GUIDs of rooms',
  ($: Parameters<OfEvent & { changes: string }>) => sql<object>`
    with changed as (
      select key as room, value::uuid as guid from jsonb_each_text(${$.changes}::jsonb)
    ), removed as (
      delete from room_guids r using changed c
      where r.event_id = ${$.eventId}::bigint and r.room = c.room and c.guid is null
    )
    insert into room_guids (event_id, room, guid)
      select ${$.eventId}::bigint, room, guid from changed where guid is not null
      on conflict (event_id, room) do update set guid = excluded.guid`,
);

async function roomsOf(run: Run, eventId: string): Promise<RoomsOfTalks> {
  const [{ rooms } = { rooms: '[]' }] = await run(talkRooms, { eventId });
  return new Map(JSON.parse(rooms) as [string, string | null][]);
}

/**
 * Runs a write that may rename rooms, which keep their GUIDs: the one that the source states, or the one that they had if
 * the write moves all talks of a room to a new one. A host may have renamed a room of the source: a GUID stays with a
 * room that still has talks, unless the source states another for that room.
 *
 * @param run in the transaction of the write, after it has locked the event
 * @param statedBy GUIDs by the names of their rooms, from the result of the write
 */
export async function followRooms<Value>(
  run: Run,
  eventId: string,
  statedBy: (value: Value) => ReadonlyMap<string, string>,
  work: () => Promise<Value>,
): Promise<Value> {
  const before = await roomsOf(run, eventId);
  const value = await work();
  const stated = statedBy(value);
  const after = await roomsOf(run, eventId);
  const renamed = renamedRooms(before, after);
  if (renamed.length === 0 && stated.size === 0) return value;
  const [stored] = await run(storedGuids, { eventId });
  if (!stored) return value;
  const inUse = new Set([...after.values()].filter((room) => room !== null));
  const known = new Map(Object.entries(JSON.parse(stored.guids) as Record<string, string>));
  const guids = new RoomGuids(
    stored.eventGuid,
    known,
    [...before.values(), ...inUse].filter((room) => room !== null),
  );
  for (const [room, newName] of renamed) guids.rename(room, newName);
  for (const [room, guid] of stated) {
    if (inUse.has(room)) guids.adopt(room, guid, (holder) => inUse.has(holder) && !stated.has(holder));
  }
  for (const room of known.keys()) if (!inUse.has(room)) guids.forget(room);
  if (guids.changes.size > 0) {
    await run(storeGuids, { eventId, changes: JSON.stringify(Object.fromEntries(guids.changes)) });
  }
  return value;
}
