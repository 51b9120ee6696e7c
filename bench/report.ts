import { goalRows, spreadText } from './goals.js';
import type { BenchResult, Comparison } from './result.js';
import { table } from './table.js';

/** Formats the result as Markdown. @param chart path of its chart, relative to the document */
export function report(result: BenchResult, chart?: string): string {
  const picture = chart === undefined ? [] : [`![CPU time per request of Lectern and others](${chart})`];
  return [
    `# What was measured on ${result.date}`,
    circumstances(result),
    ...picture,
    '## The goals',
    goals(result),
    ...result.comparisons.flatMap((comparison) => [`## ${heading(comparison)}`, comparisonTable(comparison)]),
  ].join('\n\n');
}

function circumstances({ machine, versions, data, quick, rounds, concurrency }: BenchResult): string {
  const { cpu, cores, memory, system } = machine;
  const sizes = Object.entries(data).map(
    ([kind, count]) => `${count.toLocaleString('en').replaceAll(',', ' ')} ${kind}`,
  );
  const packages = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    `${cpu}, ${cores} cores, ${memory} GB, ${system}. ${packages.join(', ')}.`,
    `${sizes.join(', ')}. Medians of ${rounds} interleaved rounds, ${concurrency} requests at a time; in parentheses the ` +
      `quartiles. CPU time in microseconds for each request; requests per second are for information only, except for ` +
      `writes.${quick ? ' A quick run: a tenth of the data, few and short rounds.' : ''}`,
  ].join('\n\n');
}

function goals(result: BenchResult): string {
  const rows = goalRows(result).map(({ goal, measured, met }) => [
    goal,
    measured,
    met === undefined ? '' : met ? 'yes' : '**no**',
  ]);
  return table(['Goal', 'Measured', 'Met'], rows, 2);
}

const heading = ({ name, about, bytes }: Comparison) =>
  `${name}: ${about}${bytes > 0 ? ` (${bytes < 10_000 ? (bytes / 1000).toFixed(1) : Math.round(bytes / 1000)} kB)` : ''}`;

function comparisonTable({ lines, judgedBy }: Comparison): string {
  const ratios = judgedBy === 'cpu' ? 'ratios' : 'rates';
  const yardsticks = Object.keys(lines[0]?.[ratios] ?? {});
  const header = [
    'Way',
    'Node',
    'PostgreSQL',
    'Total',
    'req/s',
    ...(lines.some(({ hits }) => hits) ? ['hits'] : []),
    ...yardsticks.map((name) => `${judgedBy === 'cpu' ? 'CPU' : 'req/s'} ÷ ${name}`),
  ];
  const rows = lines.map((line) => [
    line.way.startsWith('Lectern') ? `**${line.way}**` : line.way,
    ...[line.node, line.postgres, line.total, line.perSecond].map((value) => value.toFixed(0)),
    ...(line.hits ? [spreadText(line.hits)] : []),
    ...yardsticks.map((name) => (line.way === name ? '1' : spreadText(line[ratios][name]))),
  ]);
  return table(header, rows);
}
