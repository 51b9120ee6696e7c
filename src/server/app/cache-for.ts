/**
 * Caches the result of `ask` for some milliseconds, and coalesces concurrent calls. Failures reject the coalesced calls
 * and are not cached.
 */
export function cacheFor<Value>(milliseconds: number, compute: () => Promise<Value>): () => Promise<Value> {
  let cached: Promise<Value> | undefined;
  let until = 0;
  return () => {
    if (cached && performance.now() < until) return cached;
    until = Infinity;
    cached = compute();
    cached.then(
      () => (until = performance.now() + milliseconds),
      () => (until = 0),
    );
    return cached;
  };
}
