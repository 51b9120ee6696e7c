/** Polling interval of a watch. */
const EVERY_MS = 100;
/** A later poll follows a blocked event loop: responses may still be unread. */
const LATE_MS = 50;

/** Consecutive punctual polls before a watch acts: nearly 1 second, and 1 second including the response time. */
export const LOOKS_ENOUGH = 8;

/**
 * Polls at a fixed interval, even when idle, so that a watch costs the same under load.
 *
 * @param look receives whether the poll was punctual
 * @returns stops polling
 */
export function lookAgain(look: (isPunctual: boolean) => void): () => void {
  let last = performance.now();
  const looking = setInterval(() => {
    const before = last;
    last = performance.now();
    look(last - before < EVERY_MS + LATE_MS);
  }, EVERY_MS).unref();
  return () => clearInterval(looking);
}
