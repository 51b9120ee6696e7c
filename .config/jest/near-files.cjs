// Jest's `filter`: removes no file. If the words after `npm test --` match none, prints where they would, because Jest
// prints only how many files it has looked at.
const { readdirSync } = require('node:fs');
const { kinds } = require('../jest.config.mjs');
const { testParameters } = require('../test-parameters.mjs');

/** The options that select the kind, by the end of a file's name. */
const OPTIONS = new Map(
  Object.entries(kinds).map(([kind, { suffix }]) => [suffix, kind === 'ordinary' ? '' : `--${kind} `]),
);
const SUITE = new RegExp(`([\\w-]+)\\.(${[...OPTIONS.keys()].filter(Boolean).join('|')})\\.ts$`);
const MOST = 5;
const LEAST_LIKENESS = 0.3;

const trigrams = (text) => new Set(Array.from(`  ${text} `, (_, at) => `  ${text} `.slice(at, at + 3)));
/** 1 for equal texts, 0 for texts without a common trigram. */
function likeness(left, right) {
  const [first, second] = [trigrams(left), trigrams(right)];
  return (2 * first.intersection(second).size) / (first.size + second.size);
}

/** `test/rest/x.test.ts:12` and `dist/test/rest/x.test.js` mean `test/rest/x`. */
const wordOf = (parameter) =>
  parameter
    .replace(/(?::\d+)+$/, '')
    .replace(/^(?:.*\/)?(?=test\/)/, '')
    .replace(/(?:\.\w+)?\.[jt]s$/, '');

/** One line per suite that the word may mean: those that contain it, else those with a name like it. */
function nearFiles(parameter, files) {
  const word = wordOf(parameter).toLowerCase();
  const name = word.slice(word.lastIndexOf('/') + 1);
  const suites = files
    .filter((file) => SUITE.test(file))
    .map((file) => ({ file, stem: SUITE.exec(file)[1], option: OPTIONS.get(SUITE.exec(file)[2]) }))
    .map((suite) => ({ ...suite, rank: suite.file.toLowerCase().includes(word) ? 2 : likeness(name, suite.stem) }))
    .filter(({ rank }) => rank >= LEAST_LIKENESS)
    .sort((left, right) => right.rank - left.rank);
  const containing = suites.filter(({ rank }) => rank === 2);
  return (containing.length > 0 ? containing : suites)
    .slice(0, MOST)
    .map(({ file, stem, option }) => `  ${file}: npm test -- ${option}${stem}`);
}

module.exports = (paths) => {
  const { words } = testParameters(process.argv.slice(2));
  if (paths.length === 0) {
    const files = readdirSync('test', { recursive: true }).map((file) => `test/${file}`);
    for (const word of words) {
      const near = nearFiles(word, files);
      const rest = near.length > 0 ? `. Did you mean:\n${near.join('\n')}` : ', and none has a similar name.';
      process.stderr.write(`No file of this command matches "${word}"${rest}\n`);
    }
  }
  return { filtered: paths };
};
module.exports.nearFiles = nearFiles;
