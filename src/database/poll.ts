/** Polling interval of a watch. */
const INTERVAL_MS = 100;
/** A later poll follows a blocked event loop: responses may still be unread. */
const MAX_DELAY_MS = 50;

/** Consecutive punctual polls before a watch acts: nearly 1 second, and 1 second including the response time. */
export const MAX_IDLE_POLLS = 8;

/**
 * Polls at a fixed interval, even when idle, so that a watch costs the same under load.
 *
 * @param poll receives whether the poll was punctual
 * @returns stops polling
 */
export function startPolling(poll: (isPunctual: boolean) => void): () => void {
  let last = performance.now();
  const timer = setInterval(() => {
    const before = last;
    last = performance.now();
    poll(last - before < INTERVAL_MS + MAX_DELAY_MS);
  }, INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
