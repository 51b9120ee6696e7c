import { parse } from 'forwarded-parse';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP, isIPv6, SocketAddress } from 'node:net';
import type { Client } from '../core/context.js';

/** The headers in which proxies name the client. */
export type ForwardingHeader = 'forwarded' | 'x-forwarded-for';

const MAPPED = '::ffff:';
const LONGEST_USER_AGENT = 512;
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
 * Determines the address and user agent of the client (contract §1.9; decisions.md, Addresses): the peer of the
 * connection, or the client that trusted proxies name. Of the forwarded list, only the element that the outermost
 * trusted proxy added counts, because clients can forge everything to its left. Ignores a malformed header.
 *
 * @param socketAddress the peer address; undefined if the connection is closed
 * @param trustProxyHops the number of trusted proxies (`TRUST_PROXY`); 0 ignores the headers
 * @param written the header that these proxies set (`TRUST_PROXY_HEADER`); a header that they pass through unchanged is
 *   forgeable
 * @param speaksForVisitors whether the caller at an address, such as a website, names its visitor in `Forwarded`
 *   (decisions.md no. 34)
 */
export function clientOf(
  headers: IncomingHttpHeaders,
  socketAddress: string | undefined,
  trustProxyHops: number,
  written: ForwardingHeader,
  speaksForVisitors: (address: string) => boolean = () => false,
): Client {
  const told = trustProxyHops > 0 ? outermost(headers, trustProxyHops, written) : {};
  const caller = {
    address: ipAddress(told.for) ?? ipAddress(socketAddress) ?? NO_ADDRESS,
    userAgent: bounded(told['user-agent']) ?? bounded(headers['user-agent']),
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
  return userAgent?.trim().slice(0, LONGEST_USER_AGENT) || null;
}
