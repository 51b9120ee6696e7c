// Jest's settings for each kind of tests. .config/test.mjs chooses one: `npm test -- --slow`.

const shared = {
  rootDir: '../dist',
  filter: '../.config/jest/near-files.cjs',
  transform: {},
  testTimeout: 900_000,
};
const recorded = { reporters: ['default', '../.config/jest/record-consumers.cjs'] };
const onPostgres = {
  ...shared,
  ...recorded,
  testEnvironment: '../.config/jest/environment.cjs',
  runtime: '../.config/jest/runtime.cjs',
  globalSetup: '<rootDir>/test/support/global-setup.js',
  globalTeardown: '<rootDir>/test/support/global-teardown.js',
};
const threeWorkers = { maxWorkers: 3, workerIdleMemoryLimit: '1500MB', workerGracefulExitTimeout: 10_000 };

/** By the option that selects the kind; `suffix` is the end of the names of its files, before `.ts`. */
export const kinds = {
  ordinary: {
    purpose: 'the tests of every change, in five minutes',
    suffix: 'test',
    settings: { ...onPostgres, ...threeWorkers, testMatch: ['<rootDir>/test/**/*.test.js'] },
  },
  slow: {
    purpose: 'files that take longer than ten seconds: processes, kills, attacks, random writes',
    suffix: 'slow',
    settings: { ...onPostgres, ...threeWorkers, testMatch: ['<rootDir>/test/**/*.slow.js'] },
  },
  scale: {
    purpose: 'REST and GraphQL against two services behind haproxy, on a primary with a replica',
    settings: {
      ...onPostgres,
      ...threeWorkers,
      testMatch: ['<rootDir>/test/{rest,graphql}/**/*.{test,slow}.js'],
      testEnvironment: '../.config/jest/scale-environment.mjs',
      globalSetup: '<rootDir>/test/support/scale/global-setup.js',
      globalTeardown: '<rootDir>/test/support/scale/global-teardown.js',
    },
  },
  browser: {
    purpose: 'Chromium against the service at LECTERN_URL',
    suffix: 'e2e',
    settings: {
      ...shared,
      ...recorded,
      testEnvironment: 'node',
      testMatch: ['<rootDir>/test/e2e/**/*.e2e.js'],
      testTimeout: 60_000,
      maxWorkers: 1,
    },
  },
  readers: {
    purpose: 'calendars, feeds, tables and proxies in programs of Debian',
    suffix: 'readers',
    settings: { ...onPostgres, testMatch: ['<rootDir>/test/readers/**/*.readers.js'], maxWorkers: 2 },
  },
  legacy: {
    purpose: 'imports of databases of v2.1, from MariaDB',
    suffix: 'legacy',
    settings: { ...onPostgres, testMatch: ['<rootDir>/test/legacy/**/*.legacy.js'], maxWorkers: 2 },
  },
  million: {
    purpose: 'the cost of pages of a million events',
    suffix: 'million',
    settings: {
      ...shared,
      testEnvironment: 'node',
      testMatch: ['<rootDir>/test/million/**/*.million.js'],
      globalSetup: '<rootDir>/test/million/global-setup.js',
      globalTeardown: '<rootDir>/test/support/global-teardown.js',
      maxWorkers: 1,
    },
  },
};

/** For editors and other programs that start Jest themselves. */
export default kinds.ordinary.settings;
