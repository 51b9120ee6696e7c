import type { CachedReadCosts, Cpu, UnitCosts } from './unit-costs.js';

/** What is to be served. */
export interface Scenario {
  /** Anonymous reads of cached responses per second, in all regions together. */
  readonly readsPerSecond: number;
  /** Regions with services and replicas; the primary is in one of them. */
  readonly regions: number;
  readonly commentsPerSecond: number;
  /** Comments stored. */
  readonly comments: number;
  /** Bytes of a comment in its table and indexes. */
  readonly bytesPerComment: number;
  /** Milliseconds to the primary's region and back. */
  readonly roundTripMs: number;
}

/** What the benchmark does not measure. All of it is printed with the result. */
export const assumptions = {
  /** Of each core: the rest is for peaks, and for the loss of a machine. */
  utilization: 0.6,
  /** Share of the reads that a CDN serves without asking, with `CDN_MAX_AGE` and purges. */
  cdnHitRate: 0.9,
  /** CPU time of haproxy per request, in microseconds. */
  haproxyMicroseconds: 20,
  /** CPU time of pgbouncer per statement, in microseconds. */
  pgbouncerMicroseconds: 10,
  /** Of a compressed response ÷ uncompressed. */
  compression: 0.15,
  /** Statements of a computed read, and of a comment (docs/how-it-works.md). */
  statements: { computed: 4, comment: 10 },
  /** Of each process: `DATABASE_CONNECTIONS`, `DATABASE_REPLICA_CONNECTIONS`, and one for polls. */
  connections: { primary: 10, replica: 10, polls: 1 },
  /** Disk of the primary ÷ comments: other tables, dead rows, WAL, and room to grow. */
  diskFactor: 3,
  /** Images requested per read, and their bytes; the CDN serves the same share of them as of the reads. */
  images: { perRead: 0.05, bytes: 40_000 },
} as const;

const MICRO = 1e-6;

/**
 * Polls per second of a process: a poll starts with the first read that waits, and the reads that arrive until it ends
 * share the next one. At least one poll per `maxShared` reads, because larger groups were not measured.
 */
export function pollsPerSecond(reads: number, pollSeconds: number, maxShared = Infinity): number {
  return Math.max(reads / (1 + reads * pollSeconds), reads / maxShared);
}

/** Cores that the cached reads of one process take. `reads` per second. */
export function coresOf(costs: CachedReadCosts, reads: number, pollSeconds = costs.pollSeconds): Cpu {
  const polls = pollsPerSecond(reads, pollSeconds, costs.maxShared);
  const cores = (part: keyof Cpu) => MICRO * (costs.read[part] * reads + costs.poll[part] * polls);
  return { node: cores('node'), postgres: cores('postgres') };
}

/** Processes of one core each that serve the reads of a region, with misses of the cache. */
export function processesFor(costs: UnitCosts, reads: number): number {
  const { utilization } = assumptions;
  for (let count = 1; ; count += 1) {
    const each = reads / count;
    const hits = coresOf(costs, each * costs.hitRate).node;
    if (hits + MICRO * costs.computed.node * each * (1 - costs.hitRate) <= utilization) return count;
  }
}

/** The needs of one tier, in one region or in all. */
export interface Tier {
  readonly name: string;
  /** How many of what. */
  readonly count: string;
  /** Cores at the assumed utilization; null: not of the operator. */
  readonly cores: number | null;
  readonly memoryGb: number | null;
  readonly diskGb: number | null;
  readonly connections: number | null;
  /** Outgoing, in Gbit/s. */
  readonly gigabits: number | null;
}

export interface Plan {
  readonly readsPerRegion: number;
  readonly processes: number;
  /** Polls per second on the primary: of its own region, and of each other one. */
  readonly polls: { readonly near: number; readonly far: number };
  /** Mean milliseconds that a cached read waits for its poll. */
  readonly waitMs: { readonly near: number; readonly far: number };
  /** Cores of the primary without the assumed utilization, by cause. */
  readonly primaryCores: { readonly polls: number; readonly comments: number };
  readonly tiers: readonly Tier[];
}

/** @param cdn whether a CDN serves its share of the reads before they reach the services */
export function plan(costs: UnitCosts, scenario: Scenario, cdn: boolean): Plan {
  const { utilization, cdnHitRate, compression, statements, connections: each, images } = assumptions;
  const { readsPerSecond, regions, commentsPerSecond, comments, bytesPerComment, roundTripMs } = scenario;
  const reads = (readsPerSecond * (cdn ? 1 - cdnHitRate : 1)) / regions;
  const needed = processesFor(costs, reads);
  // One more than needed: a process that is replaced or lost, and never a single one.
  const processes = needed + 1;
  const perProcess = reads / processes;
  const farSeconds = costs.pollSeconds + roundTripMs / 1000;
  const pollsOf = (seconds: number) => processes * pollsPerSecond(perProcess, seconds, Infinity);
  const polls = {
    near: processes * pollsPerSecond(perProcess, costs.pollSeconds, costs.maxShared),
    far: pollsOf(farSeconds),
  };
  const wait = (seconds: number) => 1000 * seconds * (1 + (0.5 * perProcess * seconds) / (1 + perProcess * seconds));
  const misses = reads * (1 - costs.hitRate);
  const primaryCores = {
    polls: MICRO * costs.poll.postgres * (polls.near + (regions - 1) * polls.far),
    comments: MICRO * costs.comment.postgres * commentsPerSecond,
  };
  const all = processes * regions;
  const statementsOnPrimary = polls.near + (regions - 1) * polls.far + statements.comment * commentsPerSecond;
  const busy = (microseconds: number, perSecond: number) => (MICRO * microseconds * perSecond) / utilization;
  const gigabits = (perSecond: number, bytes: number) => (8 * perSecond * bytes) / 1e9;
  const disk = (assumptions.diskFactor * comments * bytesPerComment) / 1e9;
  const none = { cores: null, memoryGb: null, diskGb: null, connections: null, gigabits: null };
  const imageReads = readsPerSecond * images.perRead;
  const tiers: Tier[] = [
    {
      ...{ ...none, name: 'CDN', count: cdn ? `serves ${Math.round(100 * cdnHitRate)} %` : 'none' },
      gigabits: cdn
        ? gigabits(readsPerSecond, costs.responseBytes * compression) + gigabits(imageReads, images.bytes)
        : null,
    },
    {
      ...{ ...none, name: 'haproxy, per region', count: '2 machines' },
      cores: busy(assumptions.haproxyMicroseconds, reads),
      gigabits: gigabits(reads, costs.responseBytes * compression),
    },
    {
      ...{ ...none, name: 'services, per region', count: `${processes} processes` },
      cores: processes,
      memoryGb: (processes * costs.processMemory) / 1024,
      connections: processes * (each.primary + each.replica + each.polls),
      gigabits: gigabits(reads, costs.responseBytes * compression),
    },
    {
      ...{ ...none, name: 'replicas, per region', count: '2 servers' },
      cores: busy(costs.computed.postgres, misses),
      diskGb: disk,
      connections: processes * each.replica,
    },
    {
      ...{ ...none, name: 'pgbouncer', count: '2 processes' },
      cores: busy(assumptions.pgbouncerMicroseconds, statementsOnPrimary),
      connections: all * (each.primary + each.polls),
    },
    {
      ...{ ...none, name: 'primary', count: '1 server, 2 standbys' },
      cores: (primaryCores.polls + primaryCores.comments) / utilization,
      diskGb: disk,
    },
    {
      ...{ ...none, name: 'S3', count: '1 bucket' },
      gigabits: gigabits(imageReads * (cdn ? 1 - cdnHitRate : 1), images.bytes),
    },
  ];
  return {
    ...{ readsPerRegion: reads, processes, polls, primaryCores, tiers },
    waitMs: { near: wait(costs.pollSeconds), far: wait(farSeconds) },
  };
}
