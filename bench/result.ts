import { median, type Cost } from './measure.js';

/** One line of the result: the medians of what one way of reading costs, and how many times a yardstick's total that is. */
export interface Line extends Cost {
  readonly way: string;
  /** Name of a yardstick → median of total ÷ its total in the same round. */
  readonly ratios: Readonly<Record<string, number>>;
}

export interface ReadResult {
  readonly read: string;
  readonly about: string;
  /** Mean bytes of an answer by REST. */
  readonly bytes: number;
  readonly lines: readonly Line[];
}

export interface BenchResult {
  readonly node: string;
  readonly postgres: string;
  readonly data: Readonly<Record<string, number>>;
  readonly rounds: number;
  readonly requestsPerRound: number;
  readonly concurrency: number;
  readonly reads: readonly ReadResult[];
}

/** @param costs name of a way → its rounds; `yardsticks` are the names of those to compare with */
export function linesOf(costs: ReadonlyMap<string, readonly Cost[]>, yardsticks: readonly string[]): Line[] {
  return [...costs].map(([way, rounds]) => {
    const of = (member: keyof Cost) => median(rounds.map((cost) => cost[member]));
    const ratioTo = (yardstick: string) =>
      median(rounds.map(({ total }, round) => total / (costs.get(yardstick)?.[round]?.total ?? NaN)));
    return {
      way,
      node: of('node'),
      postgres: of('postgres'),
      total: of('total'),
      perSecond: of('perSecond'),
      ratios: Object.fromEntries(yardsticks.map((name) => [name, ratioTo(name)])),
    };
  });
}

/** The result as Markdown tables. */
export function asTables(result: BenchResult): string {
  const { events = 0, talks = 0, comments = 0, users = 0 } = result.data;
  const head =
    `Node ${result.node}, PostgreSQL ${result.postgres}; ${events} events, ${talks} talks, ${comments} talk comments, ` +
    `${users} users.\nCPU microseconds per request, medians of ${result.rounds} interleaved rounds of ` +
    `${result.requestsPerRound} requests, ${result.concurrency} at a time. Requests per second are for information only.`;
  return [head, ...result.reads.map(asTable)].join('\n\n');
}

function asTable({ read, about, bytes, lines }: ReadResult): string {
  const yardsticks = Object.keys(lines[0]?.ratios ?? {});
  const header = ['Way', 'Node', 'PostgreSQL', 'Total', ...yardsticks.map((name) => `÷ ${name}`), 'req/s'];
  const rows = lines.map(({ way, node, postgres, total, ratios, perSecond }) => [
    way,
    ...[node, postgres, total].map((value) => value.toFixed(0)),
    ...yardsticks.map((name) => (ratios[name] ?? NaN).toFixed(2)),
    perSecond.toFixed(0),
  ]);
  const widths = header.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = line(widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)));
  return [`**${read}**: ${about} (${(bytes / 1000).toFixed(0)} kB)\n`, line(header), rule, ...rows.map(line)].join(
    '\n',
  );
}
