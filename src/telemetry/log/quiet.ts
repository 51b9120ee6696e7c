const QUIET_MS = 60_000;

/**
 * Throttles log lines to one per key and minute.
 *
 * @param say receives the number of lines suppressed since the last one
 */
export type Quietly = (about: string, say: (heldBack: number) => void) => void;

/** @param now monotonic clock in milliseconds */
export function quietly(now: () => number = () => performance.now()): Quietly {
  const said = new Map<string, { at: number; heldBack: number }>();
  return (about, say) => {
    const last = said.get(about);
    if (last && now() - last.at < QUIET_MS) {
      last.heldBack += 1;
      return;
    }
    for (const [key, { at }] of said) if (now() - at >= QUIET_MS) said.delete(key);
    said.set(about, { at: now(), heldBack: 0 });
    say(last?.heldBack ?? 0);
  };
}
