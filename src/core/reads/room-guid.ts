import { LRUCache } from 'lru-cache';
import { v5 } from 'uuid';

/** A hash for each talk of a schedule would take a fifth of its time, although a conference has few rooms. */
const derived = new LRUCache<string, string>({ max: 2_000 });

/** The GUID of a room that was neither renamed nor imported: the same in every version of Lectern. */
export function derivedRoomGuid(room: string, eventGuid: string): string {
  const key = eventGuid + room;
  const known = derived.get(key);
  if (known !== undefined) return known;
  const guid = v5(room, eventGuid);
  derived.set(key, guid);
  return guid;
}

interface Placed {
  readonly room: string | null;
  readonly eventGuid: string;
  /** Null if the room was neither renamed nor imported. */
  readonly storedRoomGuid: string | null;
}

/** The GUID of the room of a talk; null if the talk has none. */
export const roomGuidOf = ({ room, eventGuid, storedRoomGuid }: Placed): string | null =>
  room === null ? null : (storedRoomGuid ?? derivedRoomGuid(room, eventGuid));
