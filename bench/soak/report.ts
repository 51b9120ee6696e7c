import { table } from '../table.js';
import { kinds } from './mixture.js';
import { findingsOf, type SoakResult } from './result.js';

/** The result in words and tables. @param picture its chart, where there is one */
export function soakReport(result: SoakResult, picture?: string): string {
  const { minutes, workers, rate, peak, machine, node, date, latencies, processes, bare } = result;
  const findings = findingsOf(result).map(({ promise, found, kept }) => [promise, found, kept ? 'yes' : '**no**']);
  const asked = [
    ...kinds.map((kind) => [kind, latencies[kind]] as const),
    ['a bare server beside them', bare] as const,
  ];
  const rows = asked.map(([name, { count, median, p99 }]) => [name, String(count), median.toFixed(2), p99.toFixed(2)]);
  const last = processes.map(({ name, samples }) => {
    const { resident = 0, heap = 0, external = 0, delay99 = 0 } = samples.at(-1) ?? {};
    return [name, ...[resident, heap, external].map((value) => String(Math.round(value))), delay99.toFixed(1)];
  });
  return [
    `# Mixed load for ${minutes} min`,
    `${Math.round(rate)} requests per second, half of the ${Math.round(peak)} that ${workers} workers answered at most, on ${machine.cpu}, ${machine.cores} cores, ${machine.memory} GB, beside PostgreSQL and the driver; Node ${node}; ${date}. Times are from when a request was due, whether or not it could be sent by then.`,
    ...(picture === undefined ? [] : [`![Memory, delay and latency over time](${picture})`]),
    table(['What is promised', 'Found', 'Kept'], findings, 3),
    table(['Requests', 'Answered', 'Median, ms', '99th percentile, ms'], rows),
    table(['At the end', 'Resident, MB', 'Heap, MB', 'Outside the heap, MB', 'Delay, ms'], last),
  ].join('\n\n');
}
