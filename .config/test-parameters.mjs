// What follows `npm test --`. All options that are not listed here are Jest's.
import { parseArgs } from 'node:util';
import { kinds } from './jest.config.mjs';

const own = {
  ...Object.fromEntries(Object.keys(kinds).map((kind) => [kind, { type: 'boolean' }])),
  help: { type: 'boolean', short: 'h' },
  watch: { type: 'boolean' },
  onlyChanged: { type: 'boolean', short: 'o' },
  changedSince: { type: 'string' },
};
/** Options of Jest whose values would otherwise be words. */
const withValue = {
  config: { type: 'string' },
  testNamePattern: { type: 'string', short: 't' },
  testPathIgnorePatterns: { type: 'string' },
  maxWorkers: { type: 'string', short: 'w' },
};

/**
 * `kind`: which tests; `words`: those whose paths contain one of them; `forJest`: the parameters without our own options.
 *
 * @throws Error if two kinds are named
 */
export function testParameters(args) {
  const { values, positionals, tokens } = parseArgs({
    args,
    options: { ...own, ...withValue },
    strict: false,
    tokens: true,
  });
  const named = Object.keys(kinds).filter((kind) => values[kind]);
  if (named.length > 1) throw new Error(`Only one kind of tests runs at a time, not ${named.join(' and ')}.`);
  const taken = new Set(
    tokens
      .filter((token) => token.kind === 'option' && Object.hasOwn(own, token.name))
      .flatMap(({ index, inlineValue }) => (inlineValue === false ? [index, index + 1] : [index])),
  );
  return {
    kind: named[0] ?? 'ordinary',
    words: positionals,
    forJest: args.filter((_, index) => !taken.has(index)),
    isHelp: values.help === true,
    isWatch: values.watch === true,
    since: values.changedSince ?? (values.onlyChanged ? 'HEAD' : undefined),
  };
}
