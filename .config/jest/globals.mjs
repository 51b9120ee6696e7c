// `@jest/globals` of the suite that is about to be evaluated: .config/jest/runtime.cjs has it imported anew for each.
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } =
  globalThis[Symbol.for('lectern-jest-globals')];
