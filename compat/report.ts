import type { Sighting } from './check.js';

/** Result of one check. */
export interface Result {
  readonly sections: string;
  readonly title: string;
  readonly outcome: 'ok' | 'FAILED' | 'not seen';
  /** Precondition on the server's data. */
  readonly needs: string;
  /** Number of assertions. */
  readonly looks: number;
  readonly failures: readonly Sighting[];
  /** Accepted deviations: behaviour of the original service that this server shares. */
  readonly asTheOriginal: readonly string[];
}

export interface Report {
  readonly base: string;
  /** Origin of the server's links. */
  readonly links: string;
  readonly original: boolean;
  /** Whether the server is a Lectern with `COMPATIBILITY=legacy`. */
  readonly legacyMode: boolean;
  readonly results: readonly Result[];
}

const FAILURES_SHOWN = 3;

export const passed = ({ results }: Report): boolean => results.every(({ outcome }) => outcome !== 'FAILED');

/** Formats a line per check, followed by its failures or missing precondition. */
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
  if (outcome === 'not seen') return [`needs ${needs}, none found`];
  const more = failures.length - FAILURES_SHOWN;
  return [
    ...failures.slice(0, FAILURES_SHOWN).map(told),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...asTheOriginal.map((way) => `as the original: ${way}`),
  ];
}

const told = ({ url, member, problem }: Sighting): string =>
  `${url}  ${member}: got ${problem?.seen ?? ''}, expected ${problem?.wanted ?? ''}`;

function summary({ base, original, legacyMode, results }: Report): string {
  const count = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length;
  const contract = original ? 'v2.1 or original behaviour' : legacyMode ? 'v2.1, legacy mode' : 'v2.1';
  return `${base} (${contract}): ${count('ok')} ok, ${count('FAILED')} FAILED, ${count('not seen')} not seen`;
}
