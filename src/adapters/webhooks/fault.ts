import { AddressNotPublic, NameNotResolved } from './public-lookup.js';
import type { WebhookUrlProblem } from '../../core/webhooks/ports.js';

export const CLOSED_EARLY = 'connection closed before a response';
export const NOT_PUBLIC = 'address is not public';

export const urlFaults: Readonly<Record<WebhookUrlProblem, string>> = {
  URL_INVALID: 'URL is invalid',
  URL_NOT_HTTPS: 'URL is not https',
  URL_HAS_CREDENTIALS: 'URL contains credentials',
  URL_NOT_PUBLIC: NOT_PUBLIC,
};

const connectionFaults: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'connection refused'],
  ['ECONNRESET', CLOSED_EARLY],
  ['EPIPE', CLOSED_EARLY],
]);

/** Describes a network fault by its code. The message could repeat the URL, which may contain a secret. */
export function describeFault(error: Error): string {
  if (error instanceof AddressNotPublic) return NOT_PUBLIC;
  const { code = error.name, syscall = '' } = error as NodeJS.ErrnoException;
  if (error instanceof NameNotResolved || syscall === 'getaddrinfo') return `name not resolved (${code})`;
  if (code.startsWith('HPE_')) return `invalid HTTP response (${code})`;
  if (/CERT|SIGNATURE/.test(code)) return `certificate not accepted (${code})`;
  return connectionFaults.get(code) ?? `connection failed (${code})`;
}
