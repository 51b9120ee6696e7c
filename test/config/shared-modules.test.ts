import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const { default: settings } = (await import(join(ROOT, '.config/jest.config.mjs'))) as {
  default: Record<'testEnvironment' | 'runtime' | 'transform', unknown>;
};
const JEST = join(ROOT, 'node_modules/jest/bin/jest.js');

interface Results {
  readonly testResults: readonly { readonly assertionResults: readonly { readonly title: string; status: string }[] }[];
}

/** Runs the suites of ./suites sequentially in one process, with the environment and the runtime of `npm test`. */
function runSuites(): Results {
  const { testEnvironment, runtime, transform } = settings;
  const config = {
    ...{ rootDir: join(ROOT, 'dist'), testEnvironment, runtime, transform },
    testMatch: ['<rootDir>/test/config/suites/*.suite.js'],
  };
  const options = ['--config', JSON.stringify(config), '--runInBand', '--json'];
  const { stdout, stderr } = spawnSync(process.execPath, [JEST, ...options], { cwd: ROOT, encoding: 'utf8' });
  if (!stdout.startsWith('{')) throw new Error(stderr);
  return JSON.parse(stdout) as Results;
}

it('suites share the modules of the service, but no other state', () => {
  const outcomes = (before: number) => [
    `passed: shares the modules of the service with ${before} earlier suites`,
    'passed: finds no other state of an earlier suite',
    'passed: has the timeout of the configuration',
    'passed: leaves state of every kind',
  ];
  const found = runSuites().testResults.map(({ assertionResults }) =>
    assertionResults.map(({ status, title }) => `${status}: ${title}`),
  );
  expect(found.sort()).toEqual([outcomes(0), outcomes(1)]);
});
