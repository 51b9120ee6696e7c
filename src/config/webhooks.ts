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
};
