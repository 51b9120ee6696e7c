/**
 * Asks, and answers the same to whoever comes within so many milliseconds after it, or while it is being asked.
 * Failures are told to those who wait, and not kept.
 */
export function keptFor<Value>(milliseconds: number, ask: () => Promise<Value>): () => Promise<Value> {
  let kept: Promise<Value> | undefined;
  let until = 0;
  return () => {
    if (kept && performance.now() < until) return kept;
    until = Infinity;
    kept = ask();
    kept.then(
      () => (until = performance.now() + milliseconds),
      () => (until = 0),
    );
    return kept;
  };
}
