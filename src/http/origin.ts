import type { Config } from '../config/config.js';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const HOST = /^([a-z0-9.-]+|\[[0-9a-f:]+\])(?::(\d{1,5}))?$/i;

/**
 * Scheme, host and port under which a client reached the service (decisions.md, Addresses): the configured base URL,
 * else the `Host` header if it names loopback or an allowed host. The port must be that of the service or be allowed
 * together with the host, because another port may belong to another server.
 *
 * @returns null for any other host, which prevents Host header injection into links
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
