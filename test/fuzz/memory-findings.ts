/** 512 MB of heap are allowed, 32 MB of answers are kept, and buffers and images come and go. */
const MOST_MEGABYTES = 600;
/** What is compiled and kept for the first time takes memory: in a long run it is a third of it until all that is full. */
const WARM_UP = { rounds: 20, part: 1 / 3 };
const GROWTH = { factor: 1.15, megabytes: 32 };
/** How many rounds a figure is taken from. */
const SOME = 5;

/**
 * What is wrong with the memory of a service that was asked at random, if anything: it has a ceiling, and does not grow for ever.
 *
 * @param memory resident after each round, in MB
 */
export function memoryFindings(memory: readonly number[]): string[] {
  const wrong: string[] = [];
  const most = Math.max(0, ...memory);
  if (most > MOST_MEGABYTES) wrong.push(`takes ${Math.round(most)} MB`);
  const settled = memory.slice(Math.max(WARM_UP.rounds, Math.floor(memory.length * WARM_UP.part)));
  const [first, last] = [settled.slice(0, SOME), settled.slice(-SOME)].map(median) as [number, number];
  if (last > first * GROWTH.factor + GROWTH.megabytes)
    wrong.push(`has grown from ${Math.round(first)} to ${Math.round(last)} MB`);
  return wrong;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
