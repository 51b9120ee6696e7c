type Step = () => unknown;

const steps: Step[] = [];

/** Adds something to undo at the end of the test, whether it succeeds or not. */
export function atTheEnd(step: Step): void {
  steps.push(step);
}

/** Undoes everything, the latest first. For `afterEach` or `afterAll`. */
export async function cleanUp(): Promise<void> {
  for (let step = steps.pop(); step; step = steps.pop()) await step();
}
