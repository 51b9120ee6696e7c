import type { ProgrammeTalkFragment, TalkType } from '../documents.generated.js';
import { talkUrl, userUrl } from '../links.js';
import { joined, markup, type Markup } from '../markup.js';
import { averageOf } from '../rating.js';

/** Names of the session types that stand out of a programme; `Talk` needs none. */
export const typeNames: ReadonlyMap<TalkType, string> = new Map([
  ['SOCIAL_EVENT', 'Social event'],
  ['KEYNOTE', 'Keynote'],
  ['WORKSHOP', 'Workshop'],
]);

interface Speaker {
  readonly name: string;
  /** Null without an account. */
  readonly url: string | null;
}

/** The speakers of a talk, with their pages. */
export const speakersOf = ({ speakers }: Pick<ProgrammeTalkFragment, 'speakers'>): Speaker[] =>
  speakers.map(({ name, user }) => ({ name, url: user && userUrl(user.username) }));

export const speakerView = ({ name, url }: Speaker): Markup =>
  url === null ? markup`${name}` : markup`<a href="${url}">${name}</a>`;

/** `1 h 30 min`; null if unknown. */
function durationInWords(minutes: number): string | null {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter((part) => part !== false);
  return parts.join(' ') || null;
}

/** A talk in a list. @param before facts that the list adds, such as the date */
export function talkEntry(talk: ProgrammeTalkFragment, before: readonly string[] = []): Markup {
  const { title, stub, type, durationMinutes, room, tracks, ratings } = talk;
  const names = tracks.map(({ name }) => name);
  const facts = [...before, typeNames.get(type), durationInWords(durationMinutes), room, ...names]
    .filter((fact): fact is string => Boolean(fact))
    .map((fact) => markup`<span>${fact}</span> `);
  const speakers = speakersOf(talk).map(speakerView);
  return markup`<li class="entry${type === 'EVENT_RELATED' && ' break'}">
<p class="title" dir="auto"><a href="${talkUrl(stub)}">${title}</a></p>
${speakers.length > 0 && markup`<p class="who">${joined(speakers, ', ')}</p>`}
<p class="facts">${facts}${averageOf(ratings)}</p>
</li>`;
}
