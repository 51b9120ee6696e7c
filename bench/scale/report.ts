import type { BenchResult } from '../result.js';
import { table } from '../table.js';
import { assumptions, type Plan, type Scenario, type Tier } from './model.js';
import type { UnitCosts } from './unit-costs.js';
import { isVerified, type Verified } from './verify.js';

/** A simulation, as it is printed. */
export interface Simulation {
  readonly source: Pick<BenchResult, 'date' | 'machine'>;
  readonly costs: UnitCosts;
  readonly scenario: Scenario;
  /** Without a CDN, and with one. */
  readonly plans: readonly [Plan, Plan];
  readonly verified: readonly Verified[];
}

/** Formats a simulation as Markdown. */
export function scaleReport({ source, costs, scenario, plans, verified }: Simulation): string {
  const [bare, cdn] = plans;
  return `# Simulation of a deployment in ${scenario.regions} regions

${whole(scenario.readsPerSecond)} cached reads and ${whole(scenario.commentsPerSecond)} comments per second, ${whole(scenario.comments)} comments stored, ${scenario.roundTripMs} ms from a
region to the primary and back. Calculated by \`npm run bench -- scale\` from measured unit costs: an estimate, not a
measurement.

## Without a CDN

${tiersOf(bare.tiers)}

${consequences(bare, scenario)}

## With a CDN

${tiersOf(cdn.tiers)}

${consequences(cdn, scenario)}

## Unit costs

From \`bench/results/full.json\` (${source.date}, ${source.machine.cores} × ${source.machine.cpu}); microseconds of CPU time. A cached read waits for a poll
of the change feed, which it shares with the reads that wait with it.

${table(
  ['Unit', 'Node', 'PostgreSQL'],
  [
    row('cached read, without its poll', costs.read),
    row('poll', costs.poll),
    row('computed read', costs.computed),
    row('comment', costs.comment),
  ],
)}

- a poll takes ${(1000 * costs.pollSeconds).toFixed(2)} ms; at most ${costs.maxShared} reads share one in the model
- ${Math.round(100 * costs.hitRate)} % of the reads are cached while others write; a response has ${whole(costs.responseBytes)} bytes, a process ${costs.processMemory} MiB
- a comment takes ${Math.round(scenario.bytesPerComment)} bytes in its table and indexes (measured in the benchmark's database)

## Assumptions

${assumed()
  .map((line) => `- ${line}`)
  .join('\n')}

## Verification

The same model, with unit costs measured on this machine with lone reads and with eight at a time, against one process that receives
cached reads at random times; cores of Node and PostgreSQL. They may differ by 35 %.

${table(
  ['Reads per second', 'Predicted', 'Measured', 'Difference', 'Verified'],
  verified.map((one) => [
    whole(one.perSecond),
    one.predicted.toFixed(3),
    one.measured.toFixed(3),
    `${Math.round(100 * (one.predicted / one.measured - 1))} %`,
    isVerified(one) ? 'yes' : '**no**',
  ]),
)}`;
}

const whole = (number: number): string => Math.round(number).toLocaleString('en').replaceAll(',', ' ');
const row = (name: string, { node, postgres }: { node: number; postgres: number }) => [
  ...[name, node.toFixed(1), postgres.toFixed(1)],
];
const figure = (value: number | null, digits = 0): string => (value === null ? '' : value.toFixed(digits));

function tiersOf(tiers: readonly Tier[]): string {
  return table(
    ['Tier', 'Number', 'Cores', 'Memory (GB)', 'Disk (GB)', 'Connections', 'Gbit/s'],
    tiers.map(({ name, count, cores, memoryGb, diskGb, connections, gigabits }) => [
      ...[name, count, figure(cores, 1), figure(memoryGb, 1), figure(diskGb)],
      ...[figure(connections), figure(gigabits, 2)],
    ]),
    2,
  );
}

function consequences({ readsPerRegion, polls, waitMs, primaryCores }: Plan, { regions }: Scenario): string {
  return `- each region serves ${whole(readsPerRegion)} reads per second
- polls per second on the primary: ${whole(polls.near)} from its own region, ${whole(polls.far)} from each of the ${regions - 1} others, which
  wait for the network; ${primaryCores.polls.toFixed(2)} cores in total, and ${primaryCores.comments.toFixed(2)} for the comments
- a cached read waits ${waitMs.near.toFixed(1)} ms for its poll in the primary's region, and ${waitMs.far.toFixed(0)} ms in the others: a read that is
  never stale costs a round trip to the primary; only what a CDN serves does not`;
}

const assumed = (): string[] => {
  const { connections, images, statements } = assumptions;
  return [
    `cores are used to ${100 * assumptions.utilization} %; one process per core, and one more than needed`,
    `a CDN serves ${100 * assumptions.cdnHitRate} % of the reads and images`,
    `haproxy takes ${assumptions.haproxyMicroseconds} µs per request, pgbouncer ${assumptions.pgbouncerMicroseconds} µs per statement`,
    `compressed responses have ${100 * assumptions.compression} % of the bytes`,
    `a computed read takes ${statements.computed} statements, on a replica; a comment takes ${statements.comment}, on the primary`,
    `a process has ${connections.primary} connections to the primary, ${connections.replica} to replicas, and ${connections.polls} for polls`,
    `the disk of a PostgreSQL server is ${assumptions.diskFactor} times the comments`,
    `a read leads to ${images.perRead} requests for images of ${images.bytes / 1000} kB`,
    'costs per request do not depend on the size of the database (`npm test -- --million`), and grow with the rate only by queues',
  ];
};
