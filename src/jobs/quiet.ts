const QUIET_MS = 60_000;

/**
 * Lets through what is said about one thing at most once a minute, with how often it was held back since.
 *
 * @param say is called with the number of times that the same was not said
 */
export type Quietly = (about: string, say: (heldBack: number) => void) => void;

/** @param now milliseconds of any clock that does not go back */
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
