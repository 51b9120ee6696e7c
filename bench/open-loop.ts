import { setTimeout as sleep } from 'node:timers/promises';

const TICK_MS = 1;

/**
 * Sends requests at a constant rate, whether or not earlier ones have completed (an open loop).
 *
 * @param send receives the number of the request from 0, and the time at which it was due, as of `performance.now()`
 * @returns the duration in seconds
 * @throws the first error of `send`
 */
export async function atRate(
  perSecond: number,
  count: number,
  send: (index: number, due: number) => Promise<unknown>,
  isStopped = () => false,
): Promise<number> {
  const begin = performance.now();
  const seconds = () => (performance.now() - begin) / 1000;
  const pending = new Set<Promise<unknown>>();
  const errors: unknown[] = [];
  for (let sent = 0; sent < count && errors.length === 0 && !isStopped(); await sleep(TICK_MS)) {
    for (const due = Math.min(count, seconds() * perSecond); sent < due; sent += 1) {
      const one = send(sent, begin + (sent * 1_000) / perSecond)
        .catch((error: unknown) => errors.push(error))
        .finally(() => pending.delete(one));
      pending.add(one);
    }
  }
  await Promise.all(pending);
  if (errors.length > 0) throw errors[0];
  return seconds();
}
