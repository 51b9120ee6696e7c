import type { Queue } from '../reads/scans.js';

/** Places that one address leaves to others, however much work it has. */
const SPARE = 2;

/** What an address, or a caller behind it, has at the moment. Forgotten when none of its tasks runs or waits. */
interface Share {
  /** Milliseconds for which its tasks have held places. A new share begins with the least of the others. */
  spentMs: number;
  /** Number of tasks that run or wait. */
  pending: number;
}

interface CallerShare extends Share {
  readonly waiting: (() => void)[];
}

interface AddressShare extends Share {
  running: number;
  readonly callers: Map<string, CallerShare>;
}

/** Returns the queue of a caller at an address. */
export type FairQueue = (address: string, caller: string) => Queue;

/**
 * Creates a queue for all callers, which runs a few tasks at a time. The next place is for the address whose tasks have
 * taken the least time, and behind it for the caller with the least. A single task thus waits for about one task of each
 * other address, however many those have. Tasks that hold a place for long but need little CPU time must not use it.
 *
 * @param places maximum number of tasks at a time; one address gets two fewer
 */
export function createFairQueue(places: number): FairQueue {
  const addresses = new Map<string, AddressShare>();
  let running = 0;

  const mayStart = (address: AddressShare) => running < places && address.running < Math.max(places - SPARE, 1);
  function take(address: AddressShare): void {
    running += 1;
    address.running += 1;
  }
  function startNext(): void {
    const address = leastOf(addresses, (share) => share.pending > share.running && mayStart(share));
    const start = address && leastOf(address.callers, ({ waiting }) => waiting.length > 0)?.waiting.shift();
    if (!start) return;
    take(address);
    start();
  }

  return (addressKey, callerKey) => async (work) => {
    const address = enter(addresses, addressKey, (share) => ({ ...share, running: 0, callers: new Map() }));
    const caller = enter(address.callers, callerKey, (share) => ({ ...share, waiting: [] }));
    if (mayStart(address)) take(address);
    else await new Promise<void>((start) => caller.waiting.push(start));
    const began = performance.now();
    try {
      return await work();
    } finally {
      running -= 1;
      address.running -= 1;
      const spentMs = performance.now() - began;
      leave(address.callers, callerKey, spentMs);
      leave(addresses, addressKey, spentMs);
      startNext();
    }
  };
}

function enter<Kind extends Share>(shares: Map<string, Kind>, key: string, create: (share: Share) => Kind): Kind {
  let share = shares.get(key);
  if (!share) shares.set(key, (share = create({ spentMs: leastOf(shares)?.spentMs ?? 0, pending: 0 })));
  share.pending += 1;
  return share;
}

function leave(shares: Map<string, Share>, key: string, spentMs: number): void {
  const share = shares.get(key)!;
  share.spentMs += spentMs;
  share.pending -= 1;
  if (share.pending === 0) shares.delete(key);
}

/** The share with the least spent time, the earliest of equal ones. */
function leastOf<Kind extends Share>(shares: Map<string, Kind>, isMeant?: (share: Kind) => boolean): Kind | undefined {
  let least: Kind | undefined;
  for (const share of shares.values()) {
    if ((!least || share.spentMs < least.spentMs) && (!isMeant || isMeant(share))) least = share;
  }
  return least;
}
