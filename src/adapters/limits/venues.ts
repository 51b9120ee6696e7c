import { sql } from 'kysely';
import { createNetworkCheck } from '../../config/addresses.js';
import type { VenueSettings } from '../../config/venues.js';
import { statement, type Run } from '../../database/sql/statement.js';

/** Decides by how much the limits of an IP address are raised: 1 for an ordinary address. */
export type VenueFactor = (address: string) => Promise<number>;

/** How long one answer of the database is used. */
const KNOWN_MS = 60_000;

/** Whether an event that everybody sees takes place today, yesterday or tomorrow. One that lasts for weeks gathers few people a day. */
const eventTakesPlace = statement<object, { takesPlace: boolean }>(
  'event takes place',
  () => sql<{ takesPlace: boolean }>`
    select exists (
      select from events where is_public and cancelled_at is null and ends_at - starts_at < interval '14 days'
        and starts_at < now() + interval '1 day' and ends_at > now() - interval '1 day'
    ) as "takesPlace"`,
);

/** Asked only about addresses whose ordinary limit is exhausted, so that all others cost nothing. */
export function createVenueFactor({ networks, onEventDays, factor }: VenueSettings, run: Run): VenueFactor {
  const isListed = createNetworkCheck(networks);
  let known: { readonly until: number; readonly takesPlace: Promise<boolean> } | undefined;
  const lookUp = async (): Promise<boolean> => {
    try {
      const [found] = await run(eventTakesPlace, {});
      return found?.takesPlace ?? false;
    } catch (error) {
      known = undefined;
      throw error;
    }
  };
  const takesPlace = (): Promise<boolean> => {
    const now = performance.now();
    if (!known || known.until <= now) known = { until: now + KNOWN_MS, takesPlace: lookUp() };
    return known.takesPlace;
  };
  return async (address) => (factor > 1 && (isListed(address) || (onEventDays && (await takesPlace()))) ? factor : 1);
}
