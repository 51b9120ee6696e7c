import { table } from '../table.js';
import { kinds } from './mixture.js';
import { findingsOf, type SoakResult } from './result.js';

/** Formats the result as Markdown. @param picture path of its chart, if any */
export function soakReport(result: SoakResult, picture?: string): string {
  const { minutes, workers, rate, peak, machine, node, date, latencies, processes, bare } = result;
  const findings = findingsOf(result).map(({ promise, found, kept }) => [promise, found, kept ? 'yes' : '**no**']);
  const asked = [...kinds.map((kind) => [kind, latencies[kind]] as const), ['bare server', bare] as const];
  const rows = asked.map(([name, { count, median, p99 }]) => [name, String(count), median.toFixed(2), p99.toFixed(2)]);
  const last = processes.map(({ name, samples }) => {
    const { resident = 0, heap = 0, external = 0, delay99 = 0 } = samples.at(-1) ?? {};
    return [name, ...[resident, heap, external].map((value) => String(Math.round(value))), delay99.toFixed(1)];
  });
  return [
    `# Mixed load for ${minutes} min`,
    `${Math.round(rate)} requests per second, half of the peak of ${Math.round(peak)} with ${workers} workers, on ${machine.cpu}, ${machine.cores} cores, ${machine.memory} GB, shared with PostgreSQL and the driver; Node ${node}; ${date}. Latency counts from the due time of a request, including the wait in the driver.`,
    ...(picture === undefined ? [] : [`![Memory, delay and latency over time](${picture})`]),
    table(['Goal', 'Measured', 'Met'], findings, 3),
    table(['Requests', 'Completed', 'Median, ms', '99th percentile, ms'], rows),
    table(['At the end', 'Resident, MB', 'Heap, MB', 'External, MB', 'Delay, ms'], last),
  ].join('\n\n');
}
