import { v5 } from 'uuid';

interface Placed {
  readonly room: string;
  /** Null if the talk has no room, so that it is listed in one named after its track or event. */
  readonly roomGuid: string | null;
}

/** The GUIDs of the listed rooms by name, in the order of their first talks. No two have the same. */
export function roomGuids(talks: readonly Placed[], eventGuid: string): ReadonlyMap<string, string> {
  const known = new Map(talks.flatMap(({ room, roomGuid }) => (roomGuid === null ? [] : [[room, roomGuid]])));
  const taken = new Set(known.values());
  const guidOf = (name: string): string => {
    let guid = v5(name, eventGuid);
    while (taken.has(guid)) guid = v5(guid, eventGuid);
    return guid;
  };
  const names = new Set(talks.map(({ room }) => room));
  return new Map([...names].map((name) => [name, known.get(name) ?? guidOf(name)]));
}
