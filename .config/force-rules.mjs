// Forces every predicate of src/core/rules.ts that says who may do something, first true, then false, each in a copy of the
// compiled code, and has the permission matrix see it: the writes that ask the predicate have to fail. Runs from a clean
// checkout, a few copies at a time. Names of predicates as arguments: only these. The exit code is 0 when none survives.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const AT_ONCE = availableParallelism() + 1;
const FLAGS = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const jest = resolve('node_modules/jest/bin/jest.js');
const PATH = [resolve('node_modules/.bin'), process.env.PATH].join(':');
const folders = mkdtempSync(join(tmpdir(), 'lectern-rules-'));
const original = join(folders, 'original');
const running = new Set();

/** The tests without their own PostgreSQL: one is started for all copies. */
const jestConfig = {
  rootDir: 'dist',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/permissions/matrix.test.js'],
  transform: {},
  testTimeout: 60_000,
};

function compile() {
  mkdirSync(original);
  spawnSync('node', ['.config/build-client.mjs'], { stdio: 'inherit', env: { ...process.env, PATH } });
  const compiler = resolve('node_modules/typescript7/bin/tsc');
  const options = ['--outDir', join(original, 'dist'), '--incremental', 'false', '--tsBuildInfoFile', 'null'];
  const { status } = spawnSync('node', [compiler, '--project', 'tsconfig.json', ...options], {
    stdio: 'inherit',
    env: { ...process.env, PATH },
  });
  if (status !== 0) throw new Error('The code does not compile.');
  for (const name of ['node_modules', 'src', 'schema', 'rest-facade']) symlinkSync(resolve(name), join(original, name));
  cpSync('package.json', join(original, 'package.json'));
  writeFileSync(join(original, 'jest.config.json'), JSON.stringify(jestConfig));
}

/** The text of rules.js in which a predicate answers `value`, whatever it is asked. */
function forced(text, name, value) {
  const declaration = new RegExp(`^export (const|function) ${name}\\b`, 'm');
  if (!declaration.test(text)) throw new Error(`rules.js does not export ${name}.`);
  return text.replace(declaration, `export function ${name}() { return ${value}; }\n$1 ${name}AsItWas`);
}

/** Runs the matrix in a copy. Answers the names of the tests that passed, and of those in which an expectation failed. */
async function runMatrix(folder, environment) {
  const results = join(folder, 'results.json');
  const child = spawn(
    'node',
    [...FLAGS, jest, '--config', 'jest.config.json', '--runInBand', '--json', `--outputFile=${results}`],
    { cwd: folder, env: { ...process.env, PATH, ...environment }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  running.add(child);
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  await new Promise((done) => child.on('close', done));
  running.delete(child);
  const tests = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')).testResults[0].assertionResults : [];
  const passed = tests.filter(({ status }) => status === 'passed');
  // Anything else than what the table expects and sees is no proof: a crash, or a test that waits in vain.
  const seen = tests.filter(({ failureMessages }) => failureMessages.some((text) => text.includes('.toEqual(')));
  if (tests.length === 0 || passed.length + seen.length < tests.length) {
    throw new Error(`The matrix did not run as it should in ${folder}:\n${said}`);
  }
  const namesOf = (some) => some.map(({ fullName }) => fullName);
  return { passed: namesOf(passed), failed: namesOf(seen), said };
}

async function force({ name, value }, environment) {
  const folder = join(folders, `${name}-${value}`);
  cpSync(original, folder, { recursive: true, verbatimSymlinks: true });
  const rules = join(folder, 'dist/src/core/rules.js');
  writeFileSync(rules, forced(readFileSync(rules, 'utf8'), name, value));
  const outcome = await runMatrix(folder, { ...environment, LECTERN_RULE: name });
  rmSync(folder, { recursive: true });
  return { name, value, ...outcome };
}

function print({ name, value, passed, failed }) {
  const verdict = failed.length > 0 ? 'seen    ' : 'SURVIVES';
  const count = `${failed.length} of ${passed.length + failed.length} tests failed`;
  console.log(`${verdict}  ${name.padEnd(26)} ${String(value).padEnd(6)} ${count}`);
}

async function forceAll(environment, honest) {
  const exported = [
    ...readFileSync('src/core/rules.ts', 'utf8').matchAll(/^export (?:const|function) ((?:may|needs)[A-Z]\w*)/gm),
  ];
  const wanted = process.argv.slice(2);
  const names = exported.map(([, name]) => name).filter((name) => wanted.length === 0 || wanted.includes(name));
  const left = names.flatMap((name) => [true, false].map((value) => ({ name, value })));
  if (left.length === 0) throw new Error('There is no such predicate.');
  const outcomes = [];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const outcome = await force(next, environment);
      const unknown = outcome.failed.filter((test) => !honest.includes(test));
      if (unknown.length > 0) throw new Error(`These do not pass with nothing forced: ${unknown.join(', ')}`);
      print(outcome);
      outcomes.push(outcome);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcomes;
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    // What waits for these fails then, and tidies up.
    for (const child of running) child.kill();
  });
}

try {
  compile();
  const { startCluster } = await import(join(original, 'dist/test/support/cluster.js'));
  const cluster = await startCluster();
  try {
    const environment = { LECTERN_TEST_CLUSTER: JSON.stringify(cluster.address) };
    const honest = await runMatrix(original, environment);
    if (honest.failed.length > 0) throw new Error(`The matrix fails with nothing forced:\n${honest.said}`);
    console.log(`passes    with nothing forced: ${honest.passed.length} tests`);
    const outcomes = await forceAll(environment, honest.passed);
    const survivors = outcomes.filter(({ failed }) => failed.length === 0);
    console.log(`\n${outcomes.length} forced, ${survivors.length} survive`);
    process.exitCode = survivors.length === 0 ? 0 : 1;
  } finally {
    await Promise.all([...running].map((child) => (child.kill(), once(child, 'close'))));
    await cluster.stop();
  }
} finally {
  rmSync(folders, { recursive: true, force: true });
}
