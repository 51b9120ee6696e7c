import type { SourceLink } from '../schedule.js';

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
];

/** Maps the type and title of a link to its kind; undefined for other links, which a talk does not store. */
export function linkOf(url: string | null, type: string | null, title: string | null): SourceLink | undefined {
  if (url === null || !/^https?:/i.test(url.trim())) return undefined;
  const kind = [type, title].map((text) => kinds.find(([pattern]) => pattern.test(text ?? ''))?.[1]).find(Boolean);
  return kind && { kind, url };
}
