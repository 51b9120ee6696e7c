import { parse } from 'forwarded-parse';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP, isIPv6, SocketAddress } from 'node:net';
import type { Client } from '../context.js';

/** The headers in which proxies tell whom they speak for. */
export type ForwardingHeader = 'forwarded' | 'x-forwarded-for';

const MAPPED = '::ffff:';
const LONGEST_USER_AGENT = 512;
/** What there is to say of a connection that is already gone. */
const NO_ADDRESS = '0.0.0.0';

/** What a proxy says of the one before it. */
interface Element {
  readonly for?: string | undefined;
  readonly 'user-agent'?: string | undefined;
}

/** The elements of each header, the nearest hop last; an error for what cannot be read. */
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
 * Who is at the other end (contract §1.9; decisions.md, Addresses): the connection itself, or whom the proxies in front
 * of the service say they speak for. Of their list, the element that the outermost trusted proxy added counts: what is
 * left of it anybody can write. A header that cannot be read says nothing.
 *
 * @param socketAddress the other end of the connection; undefined when it is gone
 * @param trustProxyHops how many proxies are in front (`TRUST_PROXY`); with 0 no header is believed
 * @param written the header that these proxies write (`TRUST_PROXY_HEADER`); one that they let through as it came would
 *   be the client's own word
 */
export function clientOf(
  headers: IncomingHttpHeaders,
  socketAddress: string | undefined,
  trustProxyHops: number,
  written: ForwardingHeader,
): Client {
  const told = trustProxyHops > 0 ? outermost(headers, trustProxyHops, written) : {};
  return {
    address: ipAddress(told.for) ?? ipAddress(socketAddress) ?? NO_ADDRESS,
    userAgent: bounded(told['user-agent']) ?? bounded(headers['user-agent']),
  };
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
    // Whoever wrote it: the connection's own address is still true.
    return [];
  }
}

/** The address in its shortest form, without port, brackets and zone; null for `unknown`, `_hidden` and the like. */
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
