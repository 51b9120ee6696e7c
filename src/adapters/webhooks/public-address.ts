import ipaddr from 'ipaddr.js';

/** A range that ipaddr.js 1.9 classifies as unicast, although no public host has an address in it. */
const benchmarking = ipaddr.IPv4.parseCIDR('198.18.0.0/15');
/** All public IPv6 addresses; outside are NAT64 with local prefixes, site-local and IPv4-compatible addresses. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** Teredo, ORCHID, benchmarking and other protocols. */
const protocolAssignments = ipaddr.IPv6.parseCIDR('2001::/23');
const documentation = ipaddr.IPv6.parseCIDR('3fff::/20');

/**
 * Whether an address belongs to the public internet. Addresses that contain an IPv4 address are classified by it (mapped,
 * NAT64 with the well-known prefix) or rejected (6to4, Teredo), because a gateway may forward them to a private network.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.kind() === 'ipv4' ? isPublicV4(parsed as ipaddr.IPv4) : isPublicV6(parsed as ipaddr.IPv6);
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !address.match(benchmarking);
}

function isPublicV6(address: ipaddr.IPv6): boolean {
  if (address.zoneId !== undefined) return false;
  const range = address.range();
  if (range === 'ipv4Mapped' || range === 'rfc6052')
    return isPublicV4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  return (
    range === 'unicast' &&
    address.match(globalUnicast) &&
    !address.match(protocolAssignments) &&
    !address.match(documentation)
  );
}
