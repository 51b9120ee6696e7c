import type { StoredLanguage, StoredTalk, Seen } from './stored-schedule.js';
import type { ScheduleFormat } from './parse-schedule.js';

/** Formats of our own export, which has one track and always a room. */
const exportedFormats: ReadonlySet<ScheduleFormat> = new Set(['schedule-xml', 'schedule-json', 'pretalx']);

/** What is written instead of an unknown duration, and instead of a longer one: some readers show neither. */
const SLOT_MINUTES = 5;
const MAX_CLOCK_MINUTES = 23 * 60 + 59;

const exportedMinutes: Partial<Readonly<Record<ScheduleFormat, (minutes: number) => number>>> = {
  'schedule-xml': (minutes) => Math.min(minutes || SLOT_MINUTES, MAX_CLOCK_MINUTES),
  icalendar: (minutes) => minutes || SLOT_MINUTES,
};

/**
 * A stored talk as our own export states it: with its first track, a room in any case, and a length that readers show. A
 * first import compares the source with it, so that an exported schedule changes nothing.
 */
export function exportedTalk(
  { title, description, startsAt, durationMinutes, type, languageId, room, tracks }: StoredTalk,
  format: ScheduleFormat,
  { name, languages }: { readonly name: string; readonly languages: readonly StoredLanguage[] },
): Seen {
  const isExported = exportedFormats.has(format);
  const names = tracks.map((track) => track.name);
  const language = languages.find(({ id }) => id === languageId)?.name;
  return {
    ...{ title, description, startsAt, type, language },
    durationMinutes: exportedMinutes[format]?.(durationMinutes) ?? durationMinutes,
    room: isExported ? (room ?? names[0] ?? name) : room,
    tracks: isExported ? names.slice(0, 1) : names,
  };
}
