import { allowance } from './allowance.js';
import { commaSeparated } from './setting-schemas.js';

const HOST_AND_PORT = /^[^/@\s]+:\d{1,5}$/;

/** Receivers of webhooks. */
export const webhooksEnvironment = {
  WEBHOOK_ALLOW: commaSeparated
    .refine((entries) => entries.every((entry) => HOST_AND_PORT.test(entry)), 'must be host:port, separated by commas')
    .meta({
      unset: 'none',
      description:
        'Receivers of webhooks in private networks, as `host:port`, separated by commas; http is permitted for them. All others must have a public address and https.',
    }),
  LIMIT_WEBHOOKS_OWNER: allowance(
    '600/600',
    'Messages of all webhooks of an owner, with further attempts: as many at once, refilled evenly within the seconds; further ones wait. Not for site administrators.',
  ),
  LIMIT_WEBHOOKS_HOST: allowance(
    '3000/600',
    'Requests of all webhooks to the same host, with repetitions and pings: as many at once, refilled evenly within the seconds; further ones wait.',
  ),
};
