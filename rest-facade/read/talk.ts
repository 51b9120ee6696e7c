import type { AddTalkInput, TalkType } from '../operations/documents.generated.js';
import { Refusal } from '../refusal.js';
import type { WireRequest } from '../request.js';
import { talkTypes } from '../wire-values.js';
import type { WireFields } from './fields.js';
import { given } from './given.js';

/** The graph's numbers are 32-bit integers; whether a talk may last so long is for the graph to say. */
const LARGEST = 2_147_483_647;
/** The spec's own words for social events: that of its list for writing, and that of its list for reading (spec §4.5). */
const SOCIAL_WORDS = ['Social event', 'Social'];

type TalkFields = Omit<AddTalkInput, 'eventId'>;

/** The talk that a body describes (spec §4.5). @throws Refusal 400 for a type that is unknown, or names that are none */
export function talkFields({ fields, settings }: WireRequest): TalkFields {
  const title = fields.text('talk_title');
  const description = fields.text('talk_description');
  // The graph says that one of these is missing before anybody asks for the type (contract §3.4).
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

/** Any spelling of the words that are written and read, in any case (decisions.md no. 2). */
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

/** Names; one may stand alone. Undefined when the body says nothing of speakers. */
function speakersOf(fields: WireFields): string[] | null | undefined {
  const given = fields.value('speakers');
  if (given === undefined || given === null) return given;
  const names: readonly unknown[] = Array.isArray(given) ? given : [given];
  return names.map((name) => {
    if (typeof name !== 'string') throw new Refusal('PARAMETER_UNREADABLE', 'Speaker names must be strings');
    return name;
  });
}

/** Minutes as people write them: `45 min` is 45, and what holds no digit is none (contract §3.4). */
function minutesOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Math.min(Number(text.replace(/\D/g, '')), LARGEST);
}
