import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from './target.js';
import { isRefusal, type Wire } from './wire.js';

/** An attack in progress. */
export interface Attack {
  /** Name of the phase. */
  readonly phase: string;
  readonly target: Target;
  readonly wire: Wire;
  /** Number of connections, streams apart. */
  readonly connections: number;
  /** Its end, by `performance.now()`. */
  readonly until: number;
}

/** One kind of load that one account, or anonymous callers, can cause. */
export interface Scenario {
  readonly name: string;
  /** In words, for the report. */
  readonly does: string;
  /** Its part of the duration. */
  readonly part: number;
  /** Returns at the end of the attack. */
  readonly run: (attack: Attack) => Promise<unknown>;
}

/** Refusals cost the service little, and cost the machine that measures it as much. */
const PAUSE_MS = 100;

/**
 * Callers that repeat their work until the end of the attack.
 *
 * @param atLeast number of turns that are done in any case, also on a busy machine
 */
export function crowd(
  { until }: Attack,
  size: number,
  work: (turn: number) => Promise<number>,
  atLeast = 0,
): Promise<unknown> {
  const caller = async (_: unknown, place: number) => {
    for (let turn = place; turn < atLeast || performance.now() < until; turn += size) {
      if (isRefusal(await work(turn))) await sleep(PAUSE_MS);
    }
  };
  return Promise.all(Array.from({ length: Math.max(1, size) }, caller));
}

/** Work that does not end by itself, until the end of the attack. */
export const untilEnd = ({ until }: Attack, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, sleep(Math.max(0, until - performance.now()))]);

/** One of the values, in turn. */
export const inTurn = <Value>(values: readonly Value[], turn: number): Value => values[turn % values.length]!;
