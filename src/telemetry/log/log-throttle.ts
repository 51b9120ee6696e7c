const INTERVAL_MS = 60_000;

/**
 * Throttles log lines to one per key and minute.
 *
 * @param write receives the number of lines suppressed since the last one
 */
export type LogThrottle = (key: string, write: (suppressed: number) => void) => void;

/** @param now monotonic clock in milliseconds */
export function createLogThrottle(now: () => number = () => performance.now()): LogThrottle {
  const entries = new Map<string, { at: number; suppressed: number }>();
  return (key, write) => {
    const last = entries.get(key);
    if (last && now() - last.at < INTERVAL_MS) {
      last.suppressed += 1;
      return;
    }
    for (const [key, { at }] of entries) if (now() - at >= INTERVAL_MS) entries.delete(key);
    entries.set(key, { at: now(), suppressed: 0 });
    write(last?.suppressed ?? 0);
  };
}
