// `npm test -- …`: builds what has changed, and runs the tests of one kind with Jest.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { run } from 'jest';
import { buildIfChanged } from './build-if-changed.mjs';
import { kinds } from './jest.config.mjs';
import { testParameters } from './test-parameters.mjs';
import { watchTests } from './watch-tests.mjs';

const purposes = Object.entries(kinds).map(
  ([kind, { purpose }]) => `  ${(kind === 'ordinary' ? '' : `--${kind}`).padEnd(22)}${purpose}`,
);
const HELP = `npm test -- [KIND] [WORD …] [OPTION …]: the tests whose paths contain one of the words

Kinds:
${purposes.join('\n')}

Options:
  --watch               again after each change: what the words select, or else --onlyChanged
  --onlyChanged, -o     the tests that depend on changes since the last commit
  --changedSince REF    the tests that depend on changes since another commit or branch
  -t PATTERN            only the tests whose names match
  --help, -h            this text
and those of Jest: npx jest --help
`;

/** The compiled modules of what has changed. Jest would ask Git, which ignores all that is in dist/. */
function changedModules(commit) {
  const git = (...command) => execFileSync('git', command, { encoding: 'utf8' }).split('\0');
  const differing = git('diff', '--name-only', '--relative', '-z', commit, '--');
  return [...differing, ...git('ls-files', '--others', '--exclude-standard', '-z')]
    .filter((path) => path.endsWith('.ts'))
    .map((path) => resolve('dist', path.replace(/ts$/, 'js')))
    .filter((path) => existsSync(path));
}

async function runTests({ kind, words, forJest, since }) {
  if (since !== undefined && words.length > 0) throw new Error('Name words or --onlyChanged, not both.');
  await buildIfChanged();
  const changed = since === undefined ? undefined : changedModules(since);
  if (changed?.length === 0) return process.stdout.write(`No source has changed since ${since}.\n`);
  const config = { ...kinds[kind].settings, rootDir: resolve('dist') };
  const related = changed ? ['--findRelatedTests', '--passWithNoTests', ...changed] : [];
  // As Jest's own program.
  process.env.NODE_ENV ??= 'test';
  return run(['--config', JSON.stringify(config), ...forJest, ...related]);
}

const parameters = testParameters(process.argv.slice(2));
if (parameters.isHelp) process.stdout.write(HELP);
else if (parameters.isWatch) watchTests(parameters);
else await runTests(parameters);
