import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import lines from '../fixtures/contract-section-7.json' with { type: 'json' };

const folder = fileURLToPath(new URL('../../../test/contract/', import.meta.url));

/** Numbers at the start of the test titles of one file, `7.1.4` and so on. */
const numbersIn = (source: string) => [...source.matchAll(/^it\(\s*['"`](7\.\d+\.\d+) /gm)].map(([, number]) => number);

/** Numbers of all files with this prefix, in the order of the contract. */
function tested(beginning: string): (string | undefined)[] {
  const files = readdirSync(folder).filter((name) => name.startsWith(beginning) && /\.(?:test|slow)\.ts$/.test(name));
  return files.flatMap((name) => numbersIn(readFileSync(folder + name, 'utf8')));
}

describe('section 7 of the contract', () => {
  it.each([
    ['7.1', 'clients-rely-on', 16],
    ['7.2', 'security', 14],
    ['7.3', 'correctness', 18],
  ] as const)('every line of %s has exactly one test in %s', (part, beginning, count) => {
    const numbers = lines[part].map((_, index) => `${part}.${index + 1}`);
    expect(numbers).toHaveLength(count);
    const found = tested(beginning).sort((one, other) => numbers.indexOf(one ?? '') - numbers.indexOf(other ?? ''));
    expect(found).toEqual(numbers);
  });

  it('detects a duplicate line, and ignores comments and skipped tests', () => {
    const skipped = `it.${'skip'}('7.1.2 b'`;
    expect(numbersIn(`it('7.1.1 a', x);\nit(\n  '7.1.1 a', x);\n// it('7.1.3 c')\n${skipped}`)).toEqual([
      '7.1.1',
      '7.1.1',
    ]);
  });
});
