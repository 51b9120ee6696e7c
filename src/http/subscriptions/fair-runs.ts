import { outsideRequest } from '../../telemetry/request/request-record.js';
import { spentBy, type Caller } from './callers.js';

/** What is run: first, and after changes. */
export interface Refreshed {
  /** Whom the run is for. */
  callers(): Iterable<Caller>;
  /** @returns the cost of the run, in values */
  refresh(): Promise<number>;
  /** Called if it is withdrawn before its turn. */
  withdrawn?(): void;
}

/** Maximum numbers of concurrent runs, so that subscriptions leave database connections to requests. */
const CONCURRENT = { all: 4, address: 2, own: 1 };
/** What runs may cost per second, in values: 4 µs each. A venue has more. */
const PER_SECOND = { address: 50_000, own: 25_000 };
/** The seconds whose allowance may be spent at once. */
const BURST_SECONDS = 4;
/** The cost of any run, in values: parsing, and reading the changes. */
const BASE = 1_000;

/** Runs subscriptions, and shares the time among callers. */
export interface FairRuns {
  /** Runs it as soon as it is its turn, once for all requests until then. */
  readonly request: (group: Refreshed) => void;
  /** Withdraws a request. */
  readonly withdraw: (group: Refreshed) => void;
  readonly stop: () => void;
}

const difference = (one: Caller, other: Caller): number =>
  spentBy(one.address) - spentBy(other.address) || spentBy(one.own) - spentBy(other.own);

const secondsOverAllowance = ({ address, own }: Caller): number =>
  Math.max(spentBy(address), spentBy(own)) - BURST_SECONDS;

function charge(caller: Caller, cost: number): void {
  for (const level of ['address', 'own'] as const) {
    const tally = caller[level];
    tally.spent = spentBy(tally) + cost / (PER_SECOND[level] * tally.weight);
    tally.spentAt = performance.now();
  }
}

/**
 * Runs first what is for the address, and there for the caller, that has spent least lately: those with many
 * subscriptions follow all others, one at a time. Beyond its allowance, a caller waits, and the changes until then need
 * only one run.
 */
export function createFairRuns(onError: (error: unknown) => void): FairRuns {
  const waiting = new Map<Refreshed, Caller>();
  const running = new Set<Refreshed>();
  let timer: NodeJS.Timeout | undefined;

  /** The caller who has spent least, so that no other delays a subscription by sharing it. */
  function payerOf(group: Refreshed): Caller | undefined {
    let payer: Caller | undefined;
    for (const caller of group.callers()) {
      if (!payer || (caller.own !== payer.own && difference(caller, payer) < 0)) payer = caller;
    }
    return payer;
  }

  function nextOf(): [Refreshed, Caller] | undefined {
    let next: [Refreshed, Caller] | undefined;
    let soonest = Infinity;
    for (const [group, caller] of waiting) {
      const { address, own } = caller;
      if (running.has(group) || own.running >= CONCURRENT.own || address.running >= CONCURRENT.address) continue;
      const seconds = secondsOverAllowance(caller);
      if (seconds > 0) soonest = Math.min(soonest, seconds);
      else if (!next || difference(caller, next[1]) < 0) next = [group, caller];
    }
    if (!next && soonest < Infinity) wakeIn(soonest * 1_000);
    return next;
  }

  function wakeIn(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(start, Math.ceil(ms)).unref();
  }

  function start(): void {
    while (running.size < CONCURRENT.all) {
      const next = nextOf();
      if (!next) return;
      void run(...next);
    }
  }

  async function run(group: Refreshed, caller: Caller): Promise<void> {
    const { address, own } = caller;
    waiting.delete(group);
    running.add(group);
    address.running += 1;
    own.running += 1;
    let cost = 0;
    try {
      cost = await outsideRequest(() => group.refresh());
    } catch (error) {
      onError(error);
    }
    running.delete(group);
    address.running -= 1;
    own.running -= 1;
    charge(caller, BASE + cost);
    start();
  }

  function withdraw(group: Refreshed): void {
    if (waiting.delete(group)) group.withdrawn?.();
  }

  return {
    request(group) {
      const payer = payerOf(group);
      if (!payer) return;
      waiting.set(group, payer);
      start();
    },
    withdraw,
    stop() {
      for (const group of waiting.keys()) withdraw(group);
      clearTimeout(timer);
    },
  };
}
