import type { Sighting } from './check.js';

/** What came of one check. */
export interface Result {
  readonly sections: string;
  readonly title: string;
  readonly outcome: 'ok' | 'FAILED' | 'not seen';
  /** What has to be on the server for the line to be seen. */
  readonly needs: string;
  /** How many things were looked at. */
  readonly looks: number;
  readonly failures: readonly Sighting[];
  /** What the original does differently, and this server too, where that is accepted. */
  readonly asTheOriginal: readonly string[];
}

export interface Report {
  readonly base: string;
  /** Where the links of the server lead. */
  readonly links: string;
  readonly original: boolean;
  readonly results: readonly Result[];
}

const FAILURES_SHOWN = 3;

export const passed = ({ results }: Report): boolean => results.every(({ outcome }) => outcome !== 'FAILED');

/** A line for each check; below it where it failed, or what was not there to be seen. */
export function asTable(report: Report): string {
  const width = Math.max(...report.results.map(({ sections }) => sections.length));
  const lines = report.results.flatMap((result) => [
    `${result.outcome.padEnd(8)}  ${result.sections.padEnd(width)}  ${result.title}${looksOf(result)}`,
    ...remarks(result).map((remark) => `${' '.repeat(10)}${remark}`),
  ]);
  return [...lines, '', summary(report)].join('\n');
}

function looksOf({ outcome, looks, failures }: Result): string {
  if (outcome === 'not seen') return '';
  return outcome === 'ok' ? `  (${looks})` : `  (${failures.length} of ${looks})`;
}

function remarks({ outcome, needs, failures, asTheOriginal }: Result): string[] {
  if (outcome === 'not seen') return [`needs ${needs}, of which none was met`];
  const more = failures.length - FAILURES_SHOWN;
  return [
    ...failures.slice(0, FAILURES_SHOWN).map(told),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...asTheOriginal.map((way) => `as the original: ${way}`),
  ];
}

const told = ({ url, member, problem }: Sighting): string =>
  `${url}  ${member}: saw ${problem?.seen ?? ''}, wanted ${problem?.wanted ?? ''}`;

function summary({ base, original, results }: Report): string {
  const count = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length;
  const contract = original ? 'v2.1, or what the original does' : 'v2.1';
  return `${base} (${contract}): ${count('ok')} ok, ${count('FAILED')} FAILED, ${count('not seen')} not seen`;
}
