type Step = () => unknown;

const steps: Step[] = [];

/** Registers a function that runs at the end of the test, whether it succeeds or not. */
export function atTheEnd(step: Step): void {
  steps.push(step);
}

/** Runs all registered functions, the latest first. For `afterEach` or `afterAll`. */
export async function cleanUp(): Promise<void> {
  for (let step = steps.pop(); step; step = steps.pop()) await step();
}
