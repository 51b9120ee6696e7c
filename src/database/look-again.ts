/** How often a watch looks. */
const EVERY_MS = 100;
/** A look that comes later finds its own process busy: what others have said meanwhile may not be read yet. */
const LATE_MS = 50;

/** So many punctual looks in a row are nearly a second, which with an answer's own time makes one. */
export const LOOKS_ENOUGH = 8;

/**
 * Looks again and again, whatever there is to do: a watch costs as much under load as without.
 *
 * @param look is told whether it came in time
 * @returns ends it
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
