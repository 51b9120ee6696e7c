import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chart } from './chart.js';
import { report } from './report.js';
import type { BenchResult } from './result.js';

const FOLDER = 'bench/results';
const QUICK = `${FOLDER}/quick.json`;

/** Writes what is committed: of a quick run what later ones are compared with, of a whole one also a page and a picture. */
export function save(result: BenchResult): string[] {
  const files = result.quick
    ? { [QUICK]: json(result) }
    : {
        [`${FOLDER}/full.json`]: json(result),
        [`${FOLDER}/full.md`]: `${report(result, 'full.svg')}\n`,
        [`${FOLDER}/full.svg`]: chart(result),
      };
  mkdirSync(FOLDER, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(file, text);
  return Object.keys(files);
}

/** The quick result that was saved last; undefined when there is none. */
export function savedQuickResult(): BenchResult | undefined {
  return existsSync(QUICK) ? (JSON.parse(readFileSync(QUICK, 'utf8')) as BenchResult) : undefined;
}

/** Four significant digits: what follows them only changes with every run. */
function json(result: BenchResult): string {
  const short = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value);
  return `${JSON.stringify(result, short, 2)}\n`;
}
