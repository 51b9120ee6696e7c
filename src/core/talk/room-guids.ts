import { randomUUID } from 'node:crypto';
import { derivedRoomGuid } from '../reads/room-guid.js';

/** The room by the ID of its talk; null if the talk has none. */
export type RoomsOfTalks = ReadonlyMap<string, string | null>;

/**
 * The rooms whose talks are all in one other room afterwards, which is new and has no talk of any other: rooms have no
 * identity but their talks. Deleted talks do not count.
 */
export function renamedRooms(before: RoomsOfTalks, after: RoomsOfTalks): [room: string, newName: string][] {
  const [were, are] = [new Set(before.values()), new Set(after.values())];
  const stayed = [...before].filter(([id]) => after.has(id));
  const moves = stayed.map(([id, room]) => [room, after.get(id)!] as const);
  const successors = Map.groupBy(moves, ([room]) => room);
  const predecessors = Map.groupBy(moves, ([, newName]) => newName);
  return [...successors].flatMap(([room, group]): [string, string][] => {
    const [[, newName] = [null, null]] = group;
    const isRename = room !== null && newName !== null && !are.has(room) && !were.has(newName);
    if (!isRename || group.length !== predecessors.get(newName)!.length) return [];
    return group.every((move) => move[1] === newName) ? [[room, newName]] : [];
  });
}

/** The GUIDs of the rooms of an event. No two rooms have the same, whatever names they had before. */
export class RoomGuids {
  readonly #eventGuid: string;
  readonly #byRoom: Map<string, string>;
  readonly #byGuid: Map<string, string>;
  readonly #changes = new Map<string, string | null>();

  /**
   * @param stored GUIDs by room, of those that were renamed or imported
   * @param rooms all other rooms of which talks exist
   */
  constructor(eventGuid: string, stored: ReadonlyMap<string, string>, rooms: Iterable<string>) {
    this.#eventGuid = eventGuid;
    const derived = [...rooms].map((room) => [room, derivedRoomGuid(room, eventGuid)] as const);
    this.#byRoom = new Map([...derived, ...stored]);
    this.#byGuid = new Map([...this.#byRoom].map(([room, guid]) => [guid, room]));
  }

  /** What is to be stored by room; null: nothing any more. */
  get changes(): ReadonlyMap<string, string | null> {
    return this.#changes;
  }

  rename(room: string, newName: string): void {
    this.#assign(newName, this.#guidOf(room));
  }

  /** Takes over the GUID that a source states, unless `isHeld` by the room that has it. */
  adopt(room: string, guid: string, isHeld: (by: string) => boolean): void {
    const holder = this.#byGuid.get(guid);
    if (holder !== room && (holder === undefined || !isHeld(holder))) this.#assign(room, guid);
  }

  /** Gives a GUID to a room. The one that had it gets another, for the case that its name returns. */
  #assign(room: string, guid: string): void {
    const holder = this.#byGuid.get(guid);
    const own = this.#guidOf(room);
    if (this.#byGuid.get(own) === room) this.#byGuid.delete(own);
    this.#set(room, guid);
    if (holder !== undefined && holder !== room) this.#set(holder, this.#freeGuid(holder));
  }

  /** Forgets a room without talks, unless another one has the GUID that its name would get. */
  forget(room: string): void {
    const derived = derivedRoomGuid(room, this.#eventGuid);
    const holder = this.#byGuid.get(derived);
    if (holder !== undefined && holder !== room) return;
    const own = this.#guidOf(room);
    if (this.#byGuid.get(own) === room) this.#byGuid.delete(own);
    this.#set(room, derived);
  }

  #set(room: string, guid: string): void {
    this.#byRoom.set(room, guid);
    this.#byGuid.set(guid, room);
    this.#changes.set(room, guid === derivedRoomGuid(room, this.#eventGuid) ? null : guid);
  }

  #guidOf(room: string): string {
    return this.#byRoom.get(room) ?? derivedRoomGuid(room, this.#eventGuid);
  }

  #freeGuid(room: string): string {
    const guid = derivedRoomGuid(room, this.#eventGuid);
    return this.#byGuid.has(guid) ? randomUUID() : guid;
  }
}
