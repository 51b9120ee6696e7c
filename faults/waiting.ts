import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;
/** Generous, for two slow and busy cores. */
const WITHIN_MS = 60_000;

/**
 * Waits until the condition holds.
 *
 * @param what condition in words for the error, such as `The service is ready`
 * @throws Error on timeout, by default after 60 s
 */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = WITHIN_MS,
): Promise<void> {
  for (const begin = performance.now(); performance.now() - begin < withinMs; await sleep(POLL_MS)) {
    if (await condition()) return;
  }
  throw new Error(`Timeout after ${withinMs / 1_000} s: ${what}`);
}

/** Resolves like the work, or rejects on timeout. */
export async function within<Value>(what: string, work: Promise<Value>, withinMs = WITHIN_MS): Promise<Value> {
  const stop = new AbortController();
  const late = sleep(withinMs, undefined, { signal: stop.signal }).then(() => {
    throw new Error(`Timeout after ${withinMs / 1_000} s: ${what}`);
  });
  // Aborted below: the rejection is then expected and unhandled.
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    stop.abort();
  }
}

/** Finds a free port on loopback. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Status and duration of a GET request; status 0 without a response within the deadline. */
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
