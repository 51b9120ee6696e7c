import type { SourceLink } from './schedule.js';

/** Fields of the c3voc formats that differ from those of a talk. */

/** Joins abstract and description, unless one contains the other. */
export function descriptionOf(abstract: string | null, description: string | null): string {
  const [short, long] = [abstract?.trim() ?? '', description?.trim() ?? ''];
  if (long.includes(short)) return long;
  return short.includes(long) ? short : `${short}\n\n${long}`;
}

const kinds: readonly (readonly [pattern: RegExp, kind: SourceLink['kind']])[] = [
  [/slide|folien|presentation|\bpdf\b/i, 'SLIDES'],
  [/video|recording|media/i, 'VIDEO'],
  [/audio|podcast/i, 'AUDIO'],
  [/code|source|repository|github|gitlab/i, 'CODE'],
  [/event[ _-]?site|feedback/i, 'EVENT_SITE'],
];

/**
 * Maps a link to its kind by its title or, as types are coarser, else by its type: audio is `media` too. Undefined for
 * other links, which a talk does not store.
 */
export function linkOf(url: string | null, type: string | null, title: string | null): SourceLink | undefined {
  if (url === null || !/^https?:/i.test(url.trim())) return undefined;
  const kind = [title, type].map((text) => kinds.find(([pattern]) => pattern.test(text ?? ''))?.[1]).find(Boolean);
  return kind && { kind, url };
}
