import { listOf, localText, membersOf, parseJson, talksIn, textOf, textsIn, type Members } from './json.js';
import { descriptionOf } from './schedule-fields.js';
import type { RawTalk } from './schedule.js';

/** Whether parsed JSON is the data of a Hoverboard site: a schedule by date beside its sessions. */
export const isHoverboard = (json: unknown): boolean =>
  Object.values(membersOf(membersOf(json)['schedule'])).some((day) => Array.isArray(membersOf(day)['timeslots']));

/**
 * Parses the data of a Hoverboard site: `schedule` by date with time slots, each with the IDs of one session for every
 * track, which is a room; `sessions` and `speakers` by ID.
 */
export function parseHoverboard(text: string): RawTalk[] {
  const { schedule, sessions, speakers } = membersOf(parseJson(text));
  const records = membersOf(sessions);
  const people = new Map(
    Object.entries(membersOf(speakers)).map(([id, person]) => [id, localText(membersOf(person)['name']) ?? '']),
  );
  const entries = Object.values(membersOf(schedule)).flatMap((day) => entriesOf(membersOf(day)));
  return talksIn(entries).map((entry, index) => talkOf(entry, membersOf(records[entry.id]), people, index + 1));
}

/** A session in its slot. */
interface Entry {
  readonly id: string;
  readonly start: string;
  readonly end: string;
  readonly room: string | null;
}

function entriesOf({ date, timeslots, tracks }: Members): Entry[] {
  const rooms = listOf(tracks).map((track) => localText(membersOf(track)['title']));
  return listOf(timeslots).flatMap((slot) => {
    const { startTime, endTime, sessions } = membersOf(slot);
    const [start, end] = [startTime, endTime].map((time) => `${textOf(date) ?? ''} ${textOf(time) ?? ''}`.trim());
    const columns = listOf(sessions);
    return columns.flatMap((column, at) =>
      listOf(membersOf(column)['items']).flatMap((item) => {
        const id = textOf(item);
        // One session for all tracks, such as lunch, has no room of its own.
        const room = columns.length < rooms.length ? null : (rooms[at] ?? null);
        return id === null ? [] : [{ id, start: start ?? '', end: end ?? '', room }];
      }),
    );
  });
}

function talkOf(entry: Entry, session: Members, people: ReadonlyMap<string, string>, row: number): RawTalk {
  return {
    ...{ row, ...entry, title: localText(session['title']), language: textOf(session['language']) },
    description: descriptionOf(localText(session['description'])),
    speakers: textsIn(session['speakers']).map((id) => ({ id, name: people.get(id) ?? '' })),
  };
}
