import * as z from 'zod';
import { commaSeparated, wholeNumber } from './setting-schemas.js';
import { BlockList, isIP } from 'node:net';

const port = wholeNumber(0, 65_535);
const hasNoPath = (text: string): boolean => new URL(text).pathname === '/' && !text.includes('?');
const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://api.example.org' })
  .refine((text) => !URL.canParse(text) || hasNoPath(text), 'must have no path')
  .transform((text) => new URL(text).origin);
const address = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));

/** The network that a text names, or none and an issue. */
export function parseNetworks(text: string, context: z.RefinementCtx): Network[] {
  const network = parseNetwork(text);
  if (network) return [network];
  context.addIssue({ code: 'custom', message: `"${text}" must be an address or a network such as 192.0.2.0/24` });
  return [];
}

/** Listen addresses, public URLs and trusted proxies. */
export const addressesEnvironment = {
  HOST: z.string().default('127.0.0.1').meta({
    description:
      'Listen address. To accept requests from other machines, set `BASE_URL` too: without it, requests with another `Host` get 400.',
  }),
  PORT: port.default(8080).meta({ description: 'Listen port; 0 selects a free port.' }),
  ADMIN_HOST: z.string().default('127.0.0.1').meta({
    description:
      'Listen address of the admin endpoints (`/live`, `/ready`, `/ready/writes`, `/metrics`), which need no authentication: restrict it to a private network.',
  }),
  ADMIN_PORT: port.default(8081).meta({ description: 'Listen port of the admin endpoints; 0 selects a free port.' }),
  BASE_URL: origin.optional().meta({
    unset: 'from `Host`, when that is loopback or allowed',
    description: 'Scheme, host and port of every generated link; required in production.',
  }),
  ALLOWED_HOSTS: commaSeparated
    .transform((hosts) => hosts.map((host) => host.toLowerCase()))
    .meta({
      unset: 'none',
      description:
        'Additional `Host` values accepted if `BASE_URL` is unset, separated by commas, with the port if it is not `PORT`.',
    }),
  WEBSITE_URL: address.optional().meta({
    unset: 'the service itself, with its own pages',
    description: 'Base URL of your website, for links in mails and for web page links in v2.1 responses.',
  }),
  FEEDBACK_URL: z
    .string()
    .regex(/^https?:\/\/\S*\{(?:id|stub|guid)\}\S*$/, 'must be a URL with {stub}, {id} or {guid}')
    .optional()
    .meta({
      unset: 'the feedback page of the service',
      description:
        'URL of the page of your website on which attendees give feedback on a talk, such as `https://example.org/t/{stub}`; `{id}` and `{guid}` work as well. Calendars, schedules and QR codes link to it.',
    }),
  AVATAR_BASE_URL: z.url().default('https://www.gravatar.com/avatar/').meta({
    description: 'Base URL of avatar images. Currently unused.',
  }),
  TRUST_PROXY: wholeNumber(0, 20).default(0).meta({
    description:
      'Number of proxies in front of the service. If too low, all clients share the proxy’s address and its rate limits; if too high, clients can forge their address.',
  }),
  TRUST_FORWARDED_FROM: commaSeparated
    .transform((words, context) => words.flatMap((word) => parseNetworks(word, context)))
    .meta({
      unset: 'none',
      description:
        'Callers whose `Forwarded: for=` is trusted to name the end user, such as a website: addresses or networks, separated by commas, checked after `TRUST_PROXY`. Of several `for=`, the rightmost applies. Used only by rate limits, login throttling and the spam check.',
    }),
  TRUST_PROXY_HEADER: z.enum(['x-forwarded-for', 'forwarded']).default('x-forwarded-for').meta({
    description: 'Header in which the proxies pass the client’s address.',
  }),
};

/** An IP address such as `192.0.2.1` or a network such as `2001:db8::/32`. */
export interface Network {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
  readonly prefix: number;
}

const FAMILIES = new Map([
  [4, { family: 'ipv4', bits: 32 }],
  [6, { family: 'ipv6', bits: 128 }],
] as const);

/** Parses an IP address or a network in CIDR notation; null if the text is neither. */
export function parseNetwork(text: string): Network | null {
  const [, address = '', digits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const known = FAMILIES.get(isIP(address) as 4 | 6);
  const prefix = digits === undefined ? known?.bits : Number(digits);
  return known && prefix !== undefined && prefix <= known.bits ? { address, family: known.family, prefix } : null;
}

/** Creates a predicate for IP addresses in any of the networks. */
export function createNetworkCheck(networks: readonly Network[]): (address: string) => boolean {
  const list = new BlockList();
  for (const { address, family, prefix } of networks) list.addSubnet(address, prefix, family);
  return (address) => {
    const known = FAMILIES.get(isIP(address) as 4 | 6);
    return known !== undefined && list.check(address, known.family);
  };
}
