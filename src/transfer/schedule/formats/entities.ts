import { compile } from 'html-to-text';
import type { RawTalk } from './schedule.js';

/** A character that HTML names, such as `&amp;`. */
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi;
const MAX_LENGTH = 100_000;
const decode = compile({ wordwrap: false, preserveNewlines: true });

/** Whether a text is written in the way of HTML: with entities, and without an ampersand or a bracket of its own. */
export const isEscaped = (text: string): boolean => {
  if (text.length > MAX_LENGTH || !text.includes('&')) return false;
  const others = text.replace(ENTITY, '');
  return others !== text && !/[&<>]/.test(others);
};

/** The text of one that `isEscaped`. */
export const unescaped = (text: string): string => decode(text);

/**
 * Decodes `Q&amp;A` in the names of a file that writes all of them in the way of HTML. One that has an ampersand or a bracket
 * of its own does not: there, `&amp;` is what its writer means.
 */
export function unescapedNames(talks: readonly RawTalk[]): readonly RawTalk[] {
  const names = talks.flatMap(namesOf).filter((name) => /[&<>]/.test(name));
  if (names.length === 0 || !names.every(isEscaped)) return talks;
  return talks.map((talk) => ({
    ...talk,
    title: nameOf(talk.title),
    ...(talk.room != null && { room: nameOf(talk.room) }),
    ...(talk.tracks && { tracks: talk.tracks.map(nameOf) }),
    ...(talk.speakers && { speakers: talk.speakers.map((speaker) => ({ ...speaker, name: nameOf(speaker.name) })) }),
  }));
}

const namesOf = ({ title, room, tracks = [], speakers = [] }: RawTalk): string[] => [
  ...[title ?? '', room ?? ''],
  ...tracks,
  ...speakers.map(({ name }) => name),
];

const nameOf = <Name extends string | null>(name: Name): Name | string =>
  name !== null && isEscaped(name) ? unescaped(name) : name;
