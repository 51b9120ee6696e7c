import { parse } from 'forwarded-parse';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP, isIPv6, SocketAddress } from 'node:net';
import type { Client } from '../core/context.js';
import type { Config } from '../config/config.js';

/** The headers in which proxies name the client. */
export type ForwardingHeader = 'forwarded' | 'x-forwarded-for';

const MAPPED = '::ffff:';
const MAX_USER_AGENT_LENGTH = 512;
/** Placeholder address of a connection that is already closed. */
const NO_ADDRESS = '0.0.0.0';

/** One hop of a forwarding header. */
interface Element {
  readonly for?: string | undefined;
  readonly 'user-agent'?: string | undefined;
}

/** Parses each header into its elements, the nearest hop last; throws if it is malformed. */
const elementsOf: Readonly<Record<ForwardingHeader, (value: string) => readonly Element[]>> = {
  forwarded: (value) => parse(value),
  'x-forwarded-for': (value) =>
    value
      .split(',')
      .map((text) => text.trim())
      .filter(Boolean)
      .map((text) => ({ for: text })),
};

/**
 * Determines the address and user agent of the client (contract §1.9; decisions no. 59): the peer of the
 * connection, or the client that trusted proxies name. Of the forwarded list, only the element that the outermost
 * trusted proxy added counts, because clients can forge everything to its left. Ignores a malformed header.
 *
 * @param socketAddress the peer address; undefined if the connection is closed
 * @param trustProxyHops the number of trusted proxies (`TRUST_PROXY`); 0 ignores the headers
 * @param written the header that these proxies set (`TRUST_PROXY_HEADER`); a header that they pass through unchanged is
 *   forgeable
 * @param speaksForVisitors whether the caller at an address, such as a website, names its visitor in `Forwarded`
 *   (decisions no. 34)
 */
export function clientOf(
  headers: IncomingHttpHeaders,
  socketAddress: string | undefined,
  trustProxyHops: number,
  written: ForwardingHeader,
  speaksForVisitors: (address: string) => boolean = () => false,
): Client {
  const forwarded = trustProxyHops > 0 ? outermost(headers, trustProxyHops, written) : {};
  const caller = {
    address: ipAddress(forwarded.for) ?? ipAddress(socketAddress) ?? NO_ADDRESS,
    userAgent: bounded(forwarded['user-agent']) ?? bounded(headers['user-agent']),
  };
  if (!speaksForVisitors(caller.address)) return caller;
  const visitor = visitorOf(headers, written === 'forwarded' ? trustProxyHops : 0);
  return {
    address: ipAddress(visitor.for) ?? caller.address,
    userAgent: bounded(visitor['user-agent']) ?? caller.userAgent,
  };
}

/** The last element of `Forwarded` that the caller itself sent. @param hops how many the trusted proxies appended */
function visitorOf({ forwarded = '' }: IncomingHttpHeaders, hops: number): Element {
  const elements = readable(elementsOf.forwarded, forwarded);
  const own = elements.slice(0, Math.max(0, elements.length - hops));
  return own.findLast((element) => element.for !== undefined) ?? {};
}

function outermost(headers: IncomingHttpHeaders, hops: number, written: ForwardingHeader): Element {
  const header = headers[written];
  if (header === undefined) return {};
  const elements = readable(elementsOf[written], String(header));
  return elements[Math.max(0, elements.length - hops)] ?? {};
}

function readable(read: (value: string) => readonly Element[], value: string): readonly Element[] {
  try {
    return read(value);
  } catch {
    // Malformed: fall back to the peer address of the connection.
    return [];
  }
}

/** Normalizes an IP address without port, brackets and zone; null for `unknown`, `_hidden` and the like. */
function ipAddress(text: string | undefined): string | null {
  if (text === undefined) return null;
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\](?::[\w.-]+)?|([\d.]+):[\w.-]+)$/.exec(text) ?? [];
  const address = (bracketed ?? withPort ?? text).split('%')[0]!;
  if (!isIPv6(address)) return isIP(address) === 0 ? null : address;
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  const mapped = canonical.startsWith(MAPPED) ? canonical.slice(MAPPED.length) : '';
  return isIP(mapped) === 4 ? mapped : canonical;
}

function bounded(userAgent: string | undefined): string | null {
  return userAgent?.trim().slice(0, MAX_USER_AGENT_LENGTH) || null;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const HOST = /^([a-z0-9.-]+|\[[0-9a-f:]+\])(?::(\d{1,5}))?$/i;

/**
 * Scheme, host and port under which a client reached the service (decisions no. 59): the configured base URL,
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
