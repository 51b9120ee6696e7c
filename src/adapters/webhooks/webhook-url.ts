import { isIP } from 'node:net';
import type { WebhookUrlProblem } from '../../core/webhooks/ports.js';
import { isPublicAddress } from './public-address.js';

const defaultPorts: ReadonlyMap<string, string> = new Map([
  ['https:', '443'],
  ['http:', '80'],
]);

/**
 * Null if the URL is acceptable, else the reason. `allowed` contains the `host:port` entries of WEBHOOK_ALLOW. What a
 * name resolves to is checked for each connection, because it may change.
 */
export function webhookUrlProblem(url: string, allowed: readonly string[]): WebhookUrlProblem | null {
  if (!URL.canParse(url)) return 'URL_INVALID';
  const parsed = new URL(url);
  if (!defaultPorts.has(parsed.protocol)) return 'URL_NOT_HTTPS';
  if (parsed.username !== '' || parsed.password !== '') return 'URL_HAS_CREDENTIALS';
  if (isAllowed(parsed, allowed)) return null;
  if (parsed.protocol !== 'https:') return 'URL_NOT_HTTPS';
  return isNonPublicHost(parsed.hostname) ? 'URL_NOT_PUBLIC' : null;
}

/** Whether WEBHOOK_ALLOW contains the host and port of the URL. */
export function isAllowed({ protocol, hostname, port }: URL, allowed: readonly string[]): boolean {
  const target = `${hostname}:${port || defaultPorts.get(protocol)}`;
  return allowed.some((entry) => canonicalEntry(entry) === target);
}

/** The spelling that URLs have: lower case, Punycode, short IPv6. Entries without a port match nothing. */
function canonicalEntry(entry: string): string | null {
  if (!/:\d+$/.test(entry) || !URL.canParse(`https://${entry}`)) return null;
  const { hostname, port } = new URL(`https://${entry}`);
  return `${hostname}:${port || '443'}`;
}

/**
 * For IP literals and localhost. The URL parser has converted decimal, octal and hexadecimal spellings to the usual one,
 * and rejected zone IDs.
 */
function isNonPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return isIP(host) === 0 ? /(?:^|\.)localhost$/.test(host) : !isPublicAddress(host);
}
