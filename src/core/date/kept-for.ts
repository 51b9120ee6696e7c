/**
 * Caches the result of `ask` for some milliseconds, and coalesces concurrent calls. Failures reject the coalesced calls
 * and are not cached.
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
