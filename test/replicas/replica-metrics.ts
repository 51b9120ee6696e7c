import type { ServiceProcess } from '../support/process.js';

const LINE = /^lectern_replica_reads_total\{outcome="(\w+)"\} (\d+)$/gm;

/** The reads of services with replicas, by outcome. */
export async function replicaReads(...services: readonly ServiceProcess[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { adminBase } of services) {
    const metrics = await (await fetch(`${adminBase}/metrics`)).text();
    for (const [, outcome = '', count] of metrics.matchAll(LINE))
      counts[outcome] = (counts[outcome] ?? 0) + Number(count);
  }
  return counts;
}
