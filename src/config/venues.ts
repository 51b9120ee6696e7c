import type * as z from 'zod';
import { parseNetworks, type Network } from './addresses.js';
import { commaSeparated, flag, wholeNumber } from './setting-schemas.js';

/** Where many people share one IP address, such as the network of a conference (decisions no. 50). */
export const venuesEnvironment = {
  VENUE_ADDRESSES: commaSeparated
    .transform((words, context) => words.flatMap((word) => parseNetworks(word, context)))
    .meta({
      unset: 'none',
      description: 'Public addresses or networks of venues, separated by commas, where limits are raised.',
    }),
  VENUE_ON_EVENT_DAYS: flag.default(true).meta({
    description:
      'Whether every address counts as a venue on the days of an approved event, from the day before it until the day after it. Private and cancelled events, and those of 14 days or more, do not count.',
  }),
  VENUE_FACTOR: wholeNumber(1, 1_000).default(20).meta({
    description:
      'How many times the limits of wrong passwords, registrations, verification and reminder requests, unknown tokens and subscriptions per IP address apply at a venue; `1` raises none.',
  }),
};

export interface VenueSettings {
  readonly networks: readonly Network[];
  readonly onEventDays: boolean;
  readonly factor: number;
}

/** Maps the parsed variables to the settings. */
export const venueSettings = (data: z.output<z.ZodObject<typeof venuesEnvironment>>): VenueSettings => ({
  networks: data.VENUE_ADDRESSES,
  onEventDays: data.VENUE_ON_EVENT_DAYS,
  factor: data.VENUE_FACTOR,
});
