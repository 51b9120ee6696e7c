import type { SourceTalk } from './formats/schedule.js';
import { numberedIdentity } from './identities.js';
import type { Origin } from './stored-schedule.js';

const sharedIdOf = ({ sharedId, foreignId }: SourceTalk): string => sharedId ?? foreignId;
const NUMBERED = /^(.*) #\d+$/s;

/**
 * Gives talks that share an identity, such as the slots of one, the numbers that they had in the last import, by their starts:
 * one of them may be gone, and the others stay the same.
 */
export function keepNumbers(talks: readonly SourceTalk[], origins: readonly Origin[]): SourceTalk[] {
  const shared = new Set(talks.map(sharedIdOf));
  const before = Map.groupBy(
    origins.filter(({ foreignId }) => foreignId !== '' && (shared.has(foreignId) || NUMBERED.test(foreignId))),
    ({ foreignId }) => (shared.has(foreignId) ? foreignId : (NUMBERED.exec(foreignId)?.[1] ?? foreignId)),
  );
  const numbered = new Map<SourceTalk, string>();
  for (const [sharedId, group] of Map.groupBy(talks, sharedIdOf)) {
    const known = before.get(sharedId) ?? [];
    if (known.some(({ foreignId }) => foreignId !== sharedId)) number(sharedId, group, known, numbered);
  }
  return talks.map((talk) => ({ ...talk, foreignId: numbered.get(talk) ?? talk.foreignId }));
}

function number(
  sharedId: string,
  group: readonly SourceTalk[],
  known: readonly Origin[],
  numbered: Map<SourceTalk, string>,
): void {
  const byStart = Map.groupBy(known, ({ seen }) => seen.startsAt);
  const used = new Set<string>();
  for (const talk of group) {
    const origin = byStart.get(talk.fields.startsAt)?.shift();
    if (!origin) continue;
    numbered.set(talk, origin.foreignId);
    used.add(origin.foreignId);
  }
  let next = 1;
  for (const talk of group) {
    if (numbered.has(talk)) continue;
    while (used.has(numberedIdentity(sharedId, next))) next += 1;
    numbered.set(talk, numberedIdentity(sharedId, next));
    next += 1;
  }
}
