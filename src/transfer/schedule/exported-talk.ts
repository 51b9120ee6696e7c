import type { StoredLanguage, StoredTalk, Seen } from './stored-schedule.js';
import type { ScheduleFormat } from './parse-schedule.js';

/** Formats of our own export, which has one track and always a room. */
const exportedFormats: ReadonlySet<ScheduleFormat> = new Set(['schedule-xml', 'schedule-json', 'pretalx']);

/**
 * A stored talk as our own export states it: with its first track, and with a room in any case. A first import compares
 * the source with it, so that an exported schedule changes nothing.
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
    ...{ title, description, startsAt, durationMinutes, type, language },
    room: isExported ? (room ?? names[0] ?? name) : room,
    tracks: isExported ? names.slice(0, 1) : names,
  };
}
