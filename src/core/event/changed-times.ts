import { raw, type RawQueryFragment } from '@mikro-orm/postgresql';
import { ZONE_RULES } from '../date/local-time.js';
import { localTimesOfEvent } from '../date/local-times.js';

/** The older version: neither a service with older rules nor one with newer vouches for the times that a write leaves. */
const olderRules = (): RawQueryFragment =>
  raw('case when zone_rules > ? then ? else zone_rules end', [ZONE_RULES, ZONE_RULES]);

const names = ['startsAt', 'endsAt', 'cfpStartsAt', 'cfpEndsAt'] as const;

type StoredTimes = Readonly<Record<(typeof names)[number], Date | null | undefined>> & { readonly timeZone: string };
/** Undefined times stay as they are. */
type GivenTimes = { readonly [Name in (typeof names)[number]]?: Date | null | undefined } & {
  readonly timeZone?: string | undefined;
};

/**
 * What is stored beside the times that a write changes: all of them if it changes the zone. An instant that is written
 * as it was keeps its local time, which other rules than those of this process may have given.
 *
 * @param stored as the locked row has them
 */
export function changedTimes(given: GivenTimes, stored: StoredTimes) {
  const { timeZone = stored.timeZone } = given;
  const isMoved = timeZone !== stored.timeZone;
  const changed = names.flatMap((name) => {
    const [now, before] = [given[name], stored[name] ?? null];
    const isChanged = now !== undefined && now?.getTime() !== before?.getTime();
    return isMoved || isChanged ? [[name, now === undefined ? before : now] as const] : [];
  });
  if (changed.length === 0) return {};
  // In another zone, the local times may be the same: without the change of the rules, a trigger would forget them.
  const zoneRules = isMoved ? null : olderRules();
  return { ...localTimesOfEvent(Object.fromEntries(changed), timeZone), zoneRules };
}
