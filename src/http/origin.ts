import type { Config } from '../config.js';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const HOST = /^([a-z0-9.-]+|\[[0-9a-f:]+\])(?::(\d{1,5}))?$/i;

/**
 * Scheme, host and port under which a client reached the service (decisions.md, Addresses): what is configured, else
 * the `Host` header when it names loopback or an allowed host. Of an allowed host it may name the port of the service, or
 * the one that is allowed with it: at another one somebody else may answer.
 *
 * @returns null for any other host, so that nobody can make the service emit links to a place of their choice
 */
export function originOf(
  host: string | undefined,
  { baseUrl, allowedHosts, port: own }: Pick<Config, 'baseUrl' | 'allowedHosts' | 'port'>,
): string | null {
  if (baseUrl !== undefined) return baseUrl;
  const [whole, name, port] = HOST.exec(host?.toLowerCase() ?? '') ?? [];
  if (whole === undefined || name === undefined) return null;
  const isAllowed = allowedHosts.includes(whole) || (Number(port) === own && allowedHosts.includes(name));
  return LOOPBACK.test(name) || isAllowed ? `http://${whole}` : null;
}
