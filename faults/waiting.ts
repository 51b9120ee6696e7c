import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;
/** Generous, for two slow cores that do other things as well. */
const WITHIN_MS = 60_000;

/**
 * Waits until the condition holds.
 *
 * @param what for the error, such as `The service answers`
 * @throws Error when it does not within a minute
 */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = WITHIN_MS,
): Promise<void> {
  for (const begin = performance.now(); performance.now() - begin < withinMs; await sleep(POLL_MS)) {
    if (await condition()) return;
  }
  throw new Error(`Not within ${withinMs / 1_000} s: ${what}`);
}

/** What the work comes to, or an error when it takes longer. */
export async function within<Value>(what: string, work: Promise<Value>, withinMs = WITHIN_MS): Promise<Value> {
  const stop = new AbortController();
  const late = sleep(withinMs, undefined, { signal: stop.signal }).then(() => {
    throw new Error(`Not within ${withinMs / 1_000} s: ${what}`);
  });
  // Aborted below; by then nobody waits for it.
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    stop.abort();
  }
}

/** A port of loopback that nobody listened on a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The status of a GET, and how long it took; 0 when nobody answered within the deadline. */
export async function statusOf(url: string, deadlineMs = 10_000): Promise<{ status: number; tookMs: number }> {
  const begin = performance.now();
  const status = await fetch(url, { headers: { Connection: 'close' }, signal: AbortSignal.timeout(deadlineMs) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
  return { status, tookMs: performance.now() - begin };
}
