// `@jest/globals` of the current suite: .config/jest/runtime.cjs imports it again for each suite.
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } =
  globalThis[Symbol.for('lectern-jest-globals')];
