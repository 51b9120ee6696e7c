import type { TalkKind } from '../../../database/entities/talk.entity.js';

/** Whole words in the session types of other systems, in the order in which they are tried: a breakout is not a break. */
const words: readonly (readonly [pattern: RegExp, kind: TalkKind])[] = [
  [/\b(?:key ?notes?|plenar(?:y|ies)|plenum)\b/i, 'KEYNOTE'],
  // Such as a performance talk.
  [/\b(?:talks?|lectures?|presentations?)\b/i, 'TALK'],
  [/\b(?:workshops?|tutorials?|trainings?|hands[ -]on|masterclass(?:es)?)\b/i, 'WORKSHOP'],
  [/\b(?:socials?|part(?:y|ies)|dinner|concerts?|performances?|networking)\b/i, 'SOCIAL_EVENT'],
  [
    /\b(?:event[ _-]related|breaks?|lunch|coffee|registration|opening|closing|welcome|services?|ceremony)\b/i,
    'EVENT_RELATED',
  ],
];

/** Maps the session type of another system; any other type is a talk. Undefined without a type. */
export function sessionType(text: string | null | undefined): TalkKind | undefined {
  const type = text?.replaceAll('_', ' ').trim() ?? '';
  if (type === '') return undefined;
  return words.find(([pattern]) => pattern.test(type))?.[1] ?? 'TALK';
}
