import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Time for which paced work may block the event loop before other requests proceed. */
const SLICE_MS = 5;
/** After a slice longer than this, paced work sleeps for as long as it ran: other work gets half of the time. */
const MAX_UNPAUSED_MS = 1;
/** Microtasks within which resumed work runs: 3 per item in graphql-js, plus a margin. */
const MICROTASKS = 8;

interface Step {
  readonly start: () => void;
  /** Ends the slice, because its duration and its number of microtasks are unknown. */
  readonly isLast: boolean;
}

const steps: Step[] = [];
let isRunning = false;

/**
 * Resolves when the caller may continue. All paced work of a process shares one slice, step by step: many operations,
 * or many lists of one, delay other requests no more than a single one does.
 */
export const nextSlice = (): Promise<void> => enqueue(false);

/** Like `nextSlice`, for indivisible work such as validating a long document: one step per event loop iteration. */
export const nextIteration = (): Promise<void> => enqueue(true);

function enqueue(isLast: boolean): Promise<void> {
  return new Promise((resolve) => {
    steps.push({ start: resolve, isLast });
    if (!isRunning) void run();
  });
}

async function run(): Promise<void> {
  isRunning = true;
  while (steps.length > 0) {
    await nextTurn();
    const begin = performance.now();
    await runSlice();
    const elapsed = performance.now() - begin;
    if (elapsed > MAX_UNPAUSED_MS) await sleep(elapsed);
  }
  isRunning = false;
}

async function runSlice(): Promise<void> {
  const end = performance.now() + SLICE_MS;
  for (let step = steps.shift(); step; step = steps.shift()) {
    step.start();
    if (step.isLast) return;
    for (let microtask = 0; microtask < MICROTASKS; microtask += 1) await Promise.resolve();
    if (performance.now() >= end) return;
  }
}
