/** The heap limit is 512 MB, the cache has 32 MB, and buffers and images are temporary. */
const MOST_MEGABYTES = 600;
/**
 * First-time compilation and caching take memory: exclude the first third, and at least the first 300 rounds (about 100 000
 * responses), until all that is full. Shorter runs are only subject to the maximum.
 */
const WARM_UP = { rounds: 300, part: 1 / 3 };
const GROWTH = { factor: 1.15, megabytes: 32 };
/** Number of rounds per figure. */
const SOME = 5;

/**
 * The problem of a service's memory under random requests, if any: it must have an upper limit, and must not grow
 * forever.
 *
 * @param memory resident after each round, in MB
 */
export function memoryFindings(memory: readonly number[]): string[] {
  const wrong: string[] = [];
  const most = Math.max(0, ...memory);
  if (most > MOST_MEGABYTES) wrong.push(`takes ${Math.round(most)} MB`);
  const settled = memory.slice(Math.max(WARM_UP.rounds, Math.floor(memory.length * WARM_UP.part)));
  if (settled.length < SOME) return wrong;
  const middle = settled.length >> 1;
  const [first, half, last] = [settled.slice(0, SOME), settled.slice(middle, middle + SOME), settled.slice(-SOME)].map(
    median,
  ) as [number, number, number];
  // One step, after which it is flat, is memory that V8 or the allocator has reserved.
  if (last > first * GROWTH.factor + GROWTH.megabytes && last > half + GROWTH.megabytes)
    wrong.push(`has grown from ${Math.round(first)} to ${Math.round(last)} MB`);
  return wrong;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
