import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.js';

const QUERY_TIMEOUT_MS = 1_500;
const QUERY_TRIES = 2;
/** The name exists, without an address of the family. */
const NO_ADDRESS = 'ENODATA';

export class AddressNotPublic extends Error {
  override readonly name = 'AddressNotPublic';
}

export class NameNotResolved extends Error {
  override readonly name = 'NameNotResolved';

  constructor(readonly code: string) {
    super();
  }
}

/**
 * The DNS queries of one connection. The connection receives the addresses that were checked, without a second query
 * whose response could differ (DNS rebinding). A name with a non-public address is rejected, so that the connection
 * never falls back to that address.
 *
 * `dns.lookup` would occupy a thread of the pool, which images and passwords share, for as long as a name server of the
 * receiver does not respond; these queries occupy none and can be cancelled. They ignore /etc/hosts, which has no
 * entries for public hosts.
 */
export function createPublicLookup(nameServers?: readonly string[]): { lookup: LookupFunction; cancel(): void } {
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
  if (nameServers) resolver.setServers(nameServers);

  const lookup: LookupFunction = (hostname, { all }, callback) => {
    void publicAddresses(hostname, resolver).then(
      (addresses) => {
        const [first] = addresses;
        if (all === true) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
  return { lookup, cancel: () => resolver.cancel() };
}

async function publicAddresses(hostname: string, resolver: Resolver): Promise<[LookupAddress, ...LookupAddress[]]> {
  const responses = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const [first, ...others] = responses.flatMap((response, index) =>
    response.status === 'fulfilled' ? response.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
  );
  if (!first) {
    const codes = responses.map((response) => (response.status === 'rejected' ? codeOf(response.reason) : NO_ADDRESS));
    // Most hosts lack one family, so the failure of the other query is the informative one.
    throw new NameNotResolved(codes.find((code) => code !== NO_ADDRESS) ?? NO_ADDRESS);
  }
  if ([first, ...others].some(({ address }) => !isPublicAddress(address))) throw new AddressNotPublic();
  return [first, ...others];
}

function codeOf(reason: unknown): string {
  return (reason as NodeJS.ErrnoException).code ?? 'unknown';
}
