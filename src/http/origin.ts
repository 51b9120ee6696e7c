import type { Config } from '../config.js';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const HOST = /^([a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/i;

/**
 * Scheme, host and port under which a client reached the service (decisions.md, Addresses): what is configured, else
 * the `Host` header when it names loopback or an allowed host.
 *
 * @returns null for any other host, so that nobody can make the service emit links to a place of their choice
 */
export function originOf(
  host: string | undefined,
  { baseUrl, allowedHosts }: Pick<Config, 'baseUrl' | 'allowedHosts'>,
): string | null {
  if (baseUrl !== undefined) return baseUrl;
  const name = HOST.exec(host ?? '')?.[1]?.toLowerCase();
  if (host === undefined || name === undefined) return null;
  return LOOPBACK.test(name) || allowedHosts.includes(name) ? `http://${host.toLowerCase()}` : null;
}
