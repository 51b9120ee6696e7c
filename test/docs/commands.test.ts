import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { allPages, code, root } from './pages.js';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const testHelp = execFileSync(process.execPath, ['.config/test.mjs', '--help'], { cwd: root, encoding: 'utf8' });
/** The help of each command of `lectern`, by its words: docs/commands.md is generated from the program. */
const help = new Map(
  readFileSync(join(root, 'docs/commands.md'), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section]),
);

/** Placeholders, such as `lectern -- …`. */
const isPlaceholder = (word: string): boolean => /^[…<[]/.test(word);

/** Unknown words of a command, and options that it does not have. */
function unknownWords(words: readonly string[]): string[] {
  const [noun = '', verb = ''] = words.filter((word) => !word.startsWith('-'));
  if (noun === '' || isPlaceholder(noun)) return [];
  const command = [`${noun} ${verb}`, noun].find((name) => help.has(name));
  if (command === undefined) return [`lectern ${words.join(' ')}`];
  const options = words.filter((word) => word.startsWith('--')).map((word) => word.replace(/=.*$/, ''));
  return options
    .filter((option) => !new RegExp(`${option}\\b`).test(help.get(command) ?? ''))
    .map((option) => `lectern ${words.join(' ')}: ${option}`);
}

/** Ends at the next shell operator or comment. */
const words = (line: string): string[] =>
  (/^[^|>&;)#]*/.exec(line)?.[0] ?? '').split(/\s+/).filter((word) => word !== '' && word !== '…');

function unknownIn(text: string): string[] {
  const lines = code(text).flatMap((piece) => piece.replaceAll('\\\n', ' ').split('\n'));
  return lines.flatMap((line) => [
    ...[...line.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].flatMap(([, name = '']) =>
      name in scripts ? [] : [name],
    ),
    ...[...line.matchAll(/npm test -- (--[\w-]+)/g)].flatMap(([, option = '']) =>
      new RegExp(`^  ${option}\\b`, 'm').test(testHelp) ? [] : [`npm test -- ${option}`],
    ),
    ...[...line.matchAll(/(?:^| )(\.ci\/[\w-]+)/g)].flatMap(([, path = '']) =>
      existsSync(join(root, path)) ? [] : [path],
    ),
    ...[...line.matchAll(/(?:npm run (?:--silent )?lectern --|^\s*lectern|dist\/src\/cli\/main\.js) (.*)/g)].flatMap(
      ([, rest = '']) => unknownWords(words(rest)),
    ),
  ]);
}

it('every command in the documentation exists, with its options', () => {
  expect(allPages().flatMap(({ path, text }) => unknownIn(text).map((problem) => `${path}: ${problem}`))).toEqual([]);
});

it('detects an unknown command', () => {
  const text =
    '```sh\nnpm run chekc\nnpm run lectern -- user make --admin\nlectern token create \\\n  --usr ada | cat\n.ci/gone\nnpm test -- --quick\n```\n' +
    'Say `npm run lectern -- doctor --everything`, or `npm run lectern -- usage --days 30`.';

  expect(unknownIn(text)).toEqual([
    'chekc',
    'lectern user make --admin',
    'lectern token create --usr ada: --usr',
    '.ci/gone',
    'npm test -- --quick',
    'lectern doctor --everything: --everything',
  ]);
});

it('every script of package.json has a row in docs/development.md', () => {
  const rows = readFileSync(join(root, 'docs/development.md'), 'utf8').split(/^\| `npm (?:run )?/m);
  const described = new Set(rows.slice(1).map((row) => /^[\w:-]+/.exec(row)?.[0]));
  expect(Object.keys(scripts).filter((script) => !described.has(script))).toEqual([]);
});
