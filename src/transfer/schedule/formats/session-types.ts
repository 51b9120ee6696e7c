import type { TalkKind } from '../../../database/entities/talk.entity.js';

/** Words in the session types of other systems, in the order in which they are tried. */
const words: readonly (readonly [pattern: RegExp, kind: TalkKind])[] = [
  [/key\s*note|plenary|plenum/i, 'KEYNOTE'],
  [/workshop|tutorial|training|hands[ -]on|masterclass/i, 'WORKSHOP'],
  [/social|party|dinner|concert|performance|networking/i, 'SOCIAL_EVENT'],
  [/event[ _-]related|break|lunch|coffee|registration|opening|closing|welcome|service|ceremony/i, 'EVENT_RELATED'],
];

/** Maps the session type of another system; any other type is a talk. Undefined without a type. */
export function sessionType(text: string | null | undefined): TalkKind | undefined {
  const type = text?.trim() ?? '';
  if (type === '') return undefined;
  return words.find(([pattern]) => pattern.test(type))?.[1] ?? 'TALK';
}
