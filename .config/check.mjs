// The gate: runs every check, even after a failure; the exit code is 0 if all passed. `--without-tests` skips the
// tests.
import { spawnSync } from 'node:child_process';
import { delimiter, resolve } from 'node:path';

const checks = {
  'client types': ['node', '.config/build-client.mjs'],
  format: ['prettier', '--config', '.config/prettier.json', '--check', '--log-level', 'warn', '.'],
  lint: ['eslint', '--config', '.config/eslint.config.mjs', '--max-warnings', '0', '.'],
  types: ['node', 'node_modules/typescript7/bin/tsc', '--noEmit', '--project', 'tsconfig.json'],
  layers: [
    'depcruise',
    '--config',
    '.config/dependency-cruiser.cjs',
    'src',
    'schema',
    'rest-facade',
    'feeds',
    'pages',
    'test',
    'bench',
    'faults',
    'compat',
    'docs/frontend',
  ],
  'dead code': ['knip', '--config', '.config/knip.json'],
  'generated files': ['node', '.config/generate.mjs', '--check'],
  openapi: ['node', '.config/check-openapi.mjs'],
  tests: ['npm', 'test'],
  'slow tests': ['npm', 'test', '--', '--slow'],
};
if (process.argv.includes('--without-tests')) for (const name of ['tests', 'slow tests']) delete checks[name];

// The project's own Node and tools take precedence over the machine's, even if npm did not start this script.
const PATH = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter);

function outcomeOf([name, [command, ...parameters]]) {
  console.log(`\n── ${name}`);
  const begin = performance.now();
  const { status, error } = spawnSync(command, parameters, { stdio: 'inherit', env: { ...process.env, PATH } });
  if (error) console.error(error.message);
  const line = `${status === 0 ? 'passed' : 'FAILED'}  ${name} (${((performance.now() - begin) / 1000).toFixed(1)} s)`;
  console.log(line);
  return { line, passed: status === 0 };
}

const outcomes = Object.entries(checks).map(outcomeOf);
console.log(['\n── summary', ...outcomes.map(({ line }) => line)].join('\n'));
process.exitCode = outcomes.every(({ passed }) => passed) ? 0 : 1;
