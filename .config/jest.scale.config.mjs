// `npm run test:scale`: the suites of REST and GraphQL against two services behind haproxy, on a primary with a replica.
import { readFileSync } from 'node:fs';

const base = JSON.parse(readFileSync(new URL('jest.config.json', import.meta.url), 'utf8'));

export default {
  ...base,
  testMatch: ['<rootDir>/test/{rest,graphql}/**/*.{test,slow}.js'],
  testEnvironment: '../.config/jest/scale-environment.mjs',
  globalSetup: '<rootDir>/test/support/scale/global-setup.js',
  globalTeardown: '<rootDir>/test/support/scale/global-teardown.js',
};
