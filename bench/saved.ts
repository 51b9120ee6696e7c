import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { OperatorError } from '../src/config/operator-error.js';
import { chart } from './chart.js';
import { report } from './report.js';
import type { BenchResult } from './result.js';

const FOLDER = 'bench/results';
const QUICK = `${FOLDER}/quick.json`;

/**
 * Saves a result: a quick one as the reference of later runs, a full one also as Markdown and SVG.
 *
 * @param isPart whether the result contains only some comparisons; in a quick one, the others stay as they were saved
 */
export function save(result: BenchResult, isPart: boolean): string[] {
  const files = result.quick
    ? { [QUICK]: json(isPart ? withSaved(result) : result) }
    : {
        [`${FOLDER}/full.json`]: json(result),
        [`${FOLDER}/full.md`]: `${report(result, 'full.svg')}\n`,
        [`${FOLDER}/full.svg`]: chart(result),
      };
  mkdirSync(FOLDER, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(file, text);
  return Object.keys(files);
}

/** Reads the saved quick result; undefined if there is none. */
export function savedQuickResult(): BenchResult | undefined {
  return existsSync(QUICK) ? (JSON.parse(readFileSync(QUICK, 'utf8')) as BenchResult) : undefined;
}

function withSaved({ comparisons }: BenchResult): BenchResult {
  const saved = savedQuickResult();
  if (!saved) throw new OperatorError('There is no saved result to complete: run --quick --save without --only first.');
  const names = new Set(comparisons.map(({ name }) => name));
  return { ...saved, comparisons: [...saved.comparisons.filter(({ name }) => !names.has(name)), ...comparisons] };
}

/** Rounds to four significant digits: the others are noise. */
function json(result: BenchResult): string {
  const short = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value);
  return `${JSON.stringify(result, short, 2)}\n`;
}
