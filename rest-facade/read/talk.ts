import type { AddTalkInput, TalkType } from '../operations/documents.generated.js';
import { Refusal } from '../refusal.js';
import type { WireRequest } from '../request.js';
import { talkTypes } from '../wire-values.js';
import type { WireFields } from './fields.js';
import { given } from './given.js';

/** An integer number of minutes, alone or followed by a unit that begins with `m` or `min` (decisions.md no. 39). */
const MINUTES = /^(\d{1,9})(?:\s*m(?:in\p{L}*)?(?!\p{L}).*)?$/isu;
/** GraphQL rejects it, so that a malformed duration is reported in the order of contract §3.4. */
const UNREADABLE = -1;
/** Names of social events in the spec: one for writes and one for reads (spec §4.5). */
const SOCIAL_WORDS = ['Social event', 'Social'];

type TalkFields = Omit<AddTalkInput, 'eventId'>;

/** Reads a talk from a body (spec §4.5). @throws Refusal 400 for an unknown type or a speaker name that is no string */
export function talkFields({ fields, settings }: WireRequest): TalkFields {
  const title = fields.text('talk_title');
  const description = fields.text('talk_description');
  // A missing title or description takes precedence over an unknown type; GraphQL reports it (contract §3.4).
  const isDescribed = title.trim() !== '' && description.trim() !== '';
  return {
    title,
    description,
    type: isDescribed ? typeOf(fields.text('type'), settings.socialTalkType) : null,
    startDate: fields.text('start_date'),
    language: fields.text('language'),
    ...given('speakers', speakersOf(fields)),
    ...given('durationMinutes', minutesOf(fields.optionalText('duration'))),
    ...given('slidesUrl', fields.optionalText('slides_link')),
  };
}

/** Parses a talk type: accepts the names for reads and for writes, case-insensitively (decisions.md no. 2). */
function typeOf(word: string, socialTalkType: string): TalkType | null {
  if (word === '') return null;
  const sought = word.toLowerCase();
  const spellings: readonly (readonly [string, TalkType])[] = [
    ...Object.entries(talkTypes).map(([type, spelling]) => [spelling, type as TalkType] as const),
    ...[...SOCIAL_WORDS, socialTalkType].map((spelling) => [spelling, 'SOCIAL_EVENT'] as const),
  ];
  const type = spellings.find(([spelling]) => spelling.toLowerCase() === sought)?.[1];
  if (!type) throw new Refusal('TALK_TYPE_UNKNOWN', `The type '${word}' is unknown`);
  return type;
}

/** Reads an array of names or a single name; undefined if absent. */
function speakersOf(fields: WireFields): string[] | null | undefined {
  const given = fields.value('speakers');
  if (given === undefined || given === null) return given;
  const names: readonly unknown[] = Array.isArray(given) ? given : [given];
  return names.map((name) => {
    if (typeof name !== 'string') throw new Refusal('PARAMETER_UNREADABLE', 'Speaker names must be strings');
    return name;
  });
}

/** Parses a duration. Undefined preserves the stored one; an empty string is 0. */
function minutesOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const given = text.trim();
  return given === '' ? 0 : Number(MINUTES.exec(given)?.[1] ?? UNREADABLE);
}
