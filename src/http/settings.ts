import { z } from 'zod';
import { commaSeparated, wholeNumber } from '../setting-forms.js';

const port = wholeNumber(0, 65_535);
const hasNoPath = (text: string): boolean => new URL(text).pathname === '/' && !text.includes('?');
const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://api.example.org' })
  .refine((text) => !URL.canParse(text) || hasNoPath(text), 'must have no path')
  .transform((text) => new URL(text).origin);
const address = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));

/** Where the service listens, and how others call it. */
export const addressesEnvironment = {
  HOST: z.string().default('127.0.0.1').meta({
    description:
      'Where the service listens. To be reached from elsewhere set `BASE_URL` too: without it, requests that name other hosts get 400.',
  }),
  PORT: port.default(8080).meta({ description: 'Its port; 0 is any free one.' }),
  ADMIN_HOST: z.string().default('127.0.0.1').meta({
    description:
      'Where machines that look after it are answered (`/live`, `/ready`, `/metrics`), without a password: keep it to a private network.',
  }),
  ADMIN_PORT: port.default(8081).meta({ description: 'Their port; 0 is any free one.' }),
  BASE_URL: origin.optional().meta({
    unset: 'from `Host`, when that is loopback or allowed',
    description: 'Scheme, host and port of every link; required in production.',
  }),
  ALLOWED_HOSTS: commaSeparated
    .transform((hosts) => hosts.map((host) => host.toLowerCase()))
    .meta({
      unset: 'none',
      description:
        'Further `Host` names, with the port where that is not `PORT`, separated by commas, where `BASE_URL` is unset.',
    }),
  WEBSITE_URL: address.optional().meta({
    unset: 'the service itself, which redirects to records',
    description: 'Where the links for people lead, also those in mails, for which the service has pages.',
  }),
  AVATAR_BASE_URL: z.url().default('https://www.gravatar.com/avatar/').meta({
    description: 'Where avatar images are; for pages to come, clients know it themselves.',
  }),
  TRUST_PROXY: wholeNumber(0, 20).default(0).meta({
    description:
      'How many proxies stand in front of the service. With 0 behind a proxy everybody has the proxy’s address, and one limit; with more than there are, anybody may write an address of their choice.',
  }),
  TRUST_PROXY_HEADER: z.enum(['x-forwarded-for', 'forwarded']).default('x-forwarded-for').meta({
    description: 'The header in which they tell the client’s address.',
  }),
};
