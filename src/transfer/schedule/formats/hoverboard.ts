import { listOf, localText, membersOf, parseJson, talksIn, textOf, textsIn, type Members } from './json.js';
import { descriptionOf } from './schedule-fields.js';
import type { RawTalk } from './schedule.js';

/** Whether parsed JSON is the data of a Hoverboard site: a schedule by date, or a list of days, beside its sessions. */
export const isHoverboard = (json: unknown): boolean => hasSlots(membersOf(json)['schedule']);

/** Whether parsed JSON is only such a schedule, as the site stores it in a file of its own. */
export const isHoverboardPart = (json: unknown): boolean => hasSlots(json);

const hasSlots = (schedule: unknown): boolean =>
  daysIn(schedule).some((day) => Array.isArray(membersOf(day)['timeslots']));

/** Of the schedule of version 2, which is by date, or of version 1. */
const daysIn = (schedule: unknown): readonly unknown[] =>
  Array.isArray(schedule) ? schedule : Object.values(membersOf(schedule));

/**
 * Parses the data of a Hoverboard site: `schedule` with days of time slots, each with the IDs of the sessions for every
 * track, which is a room; `sessions` and `speakers` by ID.
 */
export function parseHoverboard(text: string): RawTalk[] {
  const { schedule, sessions, speakers } = membersOf(parseJson(text));
  const records = membersOf(sessions);
  const people = new Map(
    Object.entries(membersOf(speakers)).map(([id, person]) => [id, localText(membersOf(person)['name']) ?? '']),
  );
  const entries = daysIn(schedule).flatMap((day) => entriesOf(membersOf(day)));
  return talksIn(entries).map((entry, index) => talkOf(entry, membersOf(records[entry.id]), people, index + 1));
}

/** A session in its slot. */
interface Entry {
  readonly id: string;
  readonly start: string;
  end: string;
  readonly room: string | null;
}

function entriesOf({ date, timeslots, tracks }: Members): Entry[] {
  const rooms = listOf(tracks).map((track) => localText(membersOf(track)['title']));
  const slots = listOf(timeslots).map(membersOf);
  const entries: Entry[] = [];
  /** What takes place until the current slot, by room and ID. */
  let before: ReadonlyMap<string, Entry> = new Map();
  for (const [at, { startTime, sessions }] of slots.entries()) {
    const columns = listOf(sessions);
    const current = new Map<string, Entry>();
    for (const [track, column] of columns.entries()) {
      const { items = column, extend } = membersOf(column);
      const until = slots[at + Math.max(1, Number(textOf(extend) ?? 1)) - 1]?.['endTime'];
      const ids = textsIn(items);
      // One session for all tracks, such as lunch, has no room of its own.
      const room = columns.length < rooms.length ? null : (rooms[track] ?? null);
      for (const [index, id] of ids.entries()) {
        const [start, end] = [index, index + 1].map((part) => timeOf(date, startTime, until, part / ids.length));
        const key = JSON.stringify([room, id]);
        const same = before.get(key);
        // A session in slots that follow one another is one.
        if (same) same.end = end ?? '';
        const entry = same ?? { id, start: start ?? '', end: end ?? '', room };
        if (!same) entries.push(entry);
        current.set(key, entry);
      }
    }
    before = current;
  }
  return entries;
}

/** The time at a part of a slot, whose sessions share it. */
function timeOf(date: unknown, from: unknown, until: unknown, part: number): string {
  const [start, end] = [from, until].map((time) => textOf(time) ?? '');
  const clock = part === 0 ? start : part === 1 ? end : clockBetween(minutesOf(start), minutesOf(end), part);
  return `${textOf(date) ?? ''} ${clock}`.trim();
}

function clockBetween(from: number, until: number, part: number): string {
  if (Number.isNaN(from) || Number.isNaN(until)) return '';
  const minutes = from + Math.floor((until - from) * part);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

function minutesOf(clock = ''): number {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})/.exec(clock) ?? [];
  return Number(hours) * 60 + Number(minutes);
}

function talkOf(entry: Entry, session: Members, people: ReadonlyMap<string, string>, row: number): RawTalk {
  return {
    ...{ row, ...entry, title: localText(session['title']), language: textOf(session['language']) },
    description: descriptionOf(localText(session['description'])),
    speakers: textsIn(session['speakers']).map((id) => ({ id, name: people.get(id) ?? '' })),
  };
}
