import { BlockList, isIP } from 'node:net';

/** An IP address such as `192.0.2.1` or a network such as `2001:db8::/32`. */
interface Network {
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
