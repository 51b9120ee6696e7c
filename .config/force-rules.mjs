// Mutation test of src/core/rules.ts: forces every predicate that decides who may do something, first true, then false, and
// runs the permission matrix, in which the writes that call the predicate must then fail. Works on a copy of the compiled
// code. Arguments: names of predicates; default: all. Exit code 1 if the matrix passes with a forced predicate.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { kinds } from './jest.config.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lectern-rules-'));
const suites = join(folder, 'dist/test/permissions/forced');
const results = join(folder, 'results.json');
const UNFORCED = 'unforced';

/** The predicates of rules.ts, or those that the arguments name. */
function predicates() {
  const source = readFileSync('src/core/rules.ts', 'utf8');
  const names = [...source.matchAll(/^export (?:const|function) ((?:may|needs)[A-Z]\w*)/gm)].map(([, name]) => name);
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`src/core/rules.ts does not export ${unknown.join(', ')}.`);
  return wanted.length > 0 ? wanted : names;
}

/** Copies the compiled code; sources, packages and pages are linked. */
function compile() {
  const { status } = spawnSync('node', ['.config/build.mjs'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The code does not compile.');
  const linked = [
    'node_modules',
    'src',
    'schema',
    'rest-facade',
    'feeds',
    'pages',
    'dist-playground',
    'dist-reference',
  ];
  for (const name of linked) symlinkSync(resolve(name), join(folder, name));
  for (const name of ['package.json', '.config', 'dist']) cpSync(name, join(folder, name), { recursive: true });
}

/** Lets `globalThis.forcedRule` replace the result of a predicate. */
function makeForceable(names) {
  const path = join(folder, 'dist/src/core/rules.js');
  let text = readFileSync(path, 'utf8');
  for (const name of names) {
    const forceable = `export function ${name}(...values) {
  const { forcedRule } = globalThis;
  return forcedRule?.name === '${name}' ? forcedRule.value : ${name}Unforced(...values);
}\n`;
    const declaration = new RegExp(`^export (const|function) ${name}\\b`, 'm');
    if (!declaration.test(text)) throw new Error(`rules.js does not export ${name}.`);
    text = text.replace(declaration, `${forceable}$1 ${name}Unforced`);
  }
  writeFileSync(path, text);
}

/** One suite for each predicate and value, which runs the writes that call it, and one for the complete matrix. */
const matrices = ['matrix.slow', 'graph-matrix.test'];
/** The suites of predicates that no write of the matrices asks. */
const ofFeedback = ['feedback-rules.test'];
const suitesOf = {
  mayExportFeedback: ofFeedback,
  mayExportTalkFeedback: ofFeedback,
  mayMoveReveal: ofFeedback,
};

function writeSuites(names) {
  mkdirSync(suites);
  const write = (name, lines, imported = matrices) =>
    writeFileSync(
      join(suites, `${name}.test.js`),
      [...lines, ...imported.map((suite) => `await import('../${suite}.js');`), ''].join('\n'),
    );
  write(UNFORCED, ['delete globalThis.forcedRule;'], [...matrices, ...ofFeedback]);
  for (const name of names) {
    for (const value of [true, false]) {
      const forced = JSON.stringify({ name, value });
      const lines = [`globalThis.forcedRule = ${forced};`, `process.env.LECTERN_RULE = '${name}';`];
      write(`${name}-${value}`, lines, suitesOf[name]);
    }
  }
}

/** Runs all suites. Returns the results by name of the suite. */
async function runSuites(environment) {
  const { globalSetup, globalTeardown, ...own } = kinds.ordinary.settings;
  const path = join(folder, '.config/jest.forced.config.json');
  writeFileSync(path, JSON.stringify({ ...own, testMatch: ['<rootDir>/test/permissions/forced/*.test.js'] }));
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const jest = spawn(
    'node',
    [...flags, resolve('node_modules/jest/bin/jest.js'), '--config', path, '--json', `--outputFile=${results}`],
    { cwd: folder, env: { ...process.env, ...environment }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  // The copy is deleted only when nothing uses it.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => jest.kill());
  let output = '';
  jest.stderr.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  const [, signal] = await once(jest, 'close');
  if (signal !== null) throw new Error('Interrupted.');
  const { testResults } = JSON.parse(readFileSync(results, 'utf8'));
  return new Map(testResults.map((suite) => [basename(suite.name, '.test.js'), { ...outcomeOf(suite), output }]));
}

function outcomeOf({ name, message, assertionResults }) {
  const namesOf = (tests) => tests.map(({ fullName }) => fullName);
  const passed = assertionResults.filter(({ status }) => status === 'passed');
  // Any other failure than that of the table proves nothing: a crash, or a timeout.
  const failed = assertionResults.filter(({ failureMessages }) =>
    failureMessages.some((text) => text.includes('.toEqual(')),
  );
  if (assertionResults.length === 0 || passed.length + failed.length < assertionResults.length)
    throw new Error(`${name} did not run completely:\n${message}`);
  return { passed: namesOf(passed), failed: namesOf(failed) };
}

/** Prints whether the matrix detects the forced predicate, and returns it. */
function report(suite, { passed, failed }) {
  const [name, value] = suite.split('-');
  const verdict = failed.length > 0 ? 'detected' : 'SURVIVES';
  console.log(
    `${verdict}  ${name.padEnd(26)} ${value.padEnd(6)} ${failed.length} of ${passed.length + failed.length} tests failed`,
  );
  return failed.length > 0;
}

try {
  const names = predicates();
  compile();
  makeForceable(names);
  writeSuites(names);
  const { startCluster } = await import(join(folder, 'dist/test/support/cluster.js'));
  const cluster = await startCluster();
  try {
    const outcomes = await runSuites({ LECTERN_TEST_CLUSTER: JSON.stringify(cluster.address) });
    const unforced = outcomes.get(UNFORCED);
    if (!unforced || unforced.failed.length > 0)
      throw new Error(`The matrix fails with nothing forced:\n${unforced?.output}`);
    console.log(`passes    with nothing forced: ${unforced.passed.length} tests`);
    outcomes.delete(UNFORCED);
    const detected = [...outcomes].map(([suite, outcome]) => report(suite, outcome));
    const survivors = detected.filter((isDetected) => !isDetected).length;
    console.log(`\n${detected.length} forced, ${survivors} survive`);
    if (detected.length < names.length * 2) throw new Error('Some suites did not run.');
    process.exitCode = survivors === 0 ? 0 : 1;
  } finally {
    await cluster.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
