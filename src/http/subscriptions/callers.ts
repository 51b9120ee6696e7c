import { normalizedKey } from '../../adapters/limits/hashed-key.js';
import type { VenueFactor } from '../../adapters/limits/venues.js';

/** A caller with fewer streams is never refused while another one has more. */
export const FEW = 4;

/** The open streams of an address, a user, or the anonymous clients of an address, and what their runs cost. */
export interface Tally {
  readonly key: string;
  streams: number;
  /** How many callers share the address, as far as known: its streams and costs are divided by it. */
  weight: number;
  /** Runs in progress. */
  running: number;
  /** Seconds of its allowance that its runs had used up at the time `spentAt`. */
  spent: number;
  spentAt: number;
}

/** Seconds of the allowance that have been spent and have not passed since. */
export const spentBy = ({ spent, spentAt }: Tally): number =>
  Math.max(0, spent - (performance.now() - spentAt) / 1_000);

/** Whom a stream counts for. */
export interface Caller {
  /** All streams of the address, of all its users. */
  readonly address: Tally;
  /** The user at all addresses and by all tokens; the anonymous clients of an address together. */
  readonly own: Tally;
}

/** Who requests a stream. */
export interface StreamClient {
  readonly address: string;
  /** Null for an anonymous client. */
  readonly userId: string | null;
}

const FORGET_MS = 1_000;

/** The callers with open streams, and those whose allowance is still reduced: closing streams does not renew it. */
export interface Callers {
  readonly find: (client: StreamClient) => Caller;
  /** Like `find`, after asking how many times the limits of the address apply. */
  readonly weigh: (client: StreamClient) => Promise<Caller>;
  readonly add: (caller: Caller, client: StreamClient) => void;
  readonly remove: (caller: Caller) => void;
}

export function createCallers(venueFactor: VenueFactor): Callers {
  const tallies = new Map<string, Tally>();
  let forgotAt = -Infinity;
  function forgetIdle(): void {
    if (performance.now() - forgotAt < FORGET_MS) return;
    forgotAt = performance.now();
    for (const [key, tally] of tallies) {
      if (tally.streams === 0 && tally.running === 0 && spentBy(tally) === 0) tallies.delete(key);
    }
  }
  const known = (key: string): Tally => tallies.get(key) ?? newTally(key);
  const keysOf = ({ address, userId }: StreamClient) => {
    const place = normalizedKey('address', address);
    return { address: `address ${place}`, own: userId === null ? `anonymous ${place}` : `user ${userId}` };
  };
  const find = (client: StreamClient): Caller => {
    const { address, own } = keysOf(client);
    return { address: known(address), own: known(own) };
  };
  const weigh = async (client: StreamClient): Promise<Caller> => {
    const weight = await venueFactor(client.address);
    const caller = find(client);
    caller.address.weight = weight;
    if (client.userId === null) caller.own.weight = weight;
    return caller;
  };
  return {
    find,
    weigh,
    add({ address, own }, client) {
      forgetIdle();
      for (const tally of [address, own]) {
        tally.streams += 1;
        tallies.set(tally.key, tally);
      }
      // Without the database, the address counts as before until its next stream.
      if (address.streams > FEW) weigh(client).catch(() => undefined);
    },
    remove({ address, own }) {
      for (const tally of [address, own]) tally.streams -= 1;
    },
  };
}

const newTally = (key: string): Tally => ({ key, streams: 0, weight: 1, running: 0, spent: 0, spentAt: 0 });

/** Streams of each of those who share an address. */
export const streamsOf = ({ streams, weight }: Tally): number => streams / weight;
