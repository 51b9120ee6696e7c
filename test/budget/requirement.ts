import { percentile99 } from '../../faults/steady-client.js';
import type { Experience } from './bystander.js';

/** What was measured during one phase. */
export interface Phase extends Experience {
  readonly name: string;
  readonly does: string;
  readonly seconds: number;
  /** Number of responses to the attack by status. */
  readonly answers: Readonly<Record<string, number>>;
  /** Longest turn of an event loop in milliseconds of CPU time. */
  readonly turnMs: number;
  /** Largest resident memory of a process in MiB, and at the begin of the phase. */
  readonly memory: number;
  readonly memoryBefore: number;
  /** Processes that ended. */
  readonly ended: number;
  /** Requests of the service to receivers of the attacker. */
  readonly outgoing: number;
}

export interface Conditions {
  /** 99th percentile of the latency of the honest user without the attack, in milliseconds. */
  readonly idleMs: number;
  /** Factor by which durations may be longer. */
  readonly patience: number;
}

/** A bound that no phase exceeds. */
export interface Requirement {
  readonly what: string;
  readonly unit: string;
  readonly measured: (phase: Phase) => number;
  readonly bound: (conditions: Conditions) => number;
  /** Whether the phase has caused the figure itself; by default it has. */
  readonly isOwn?: (phase: Phase) => boolean;
}

/** Memory that is not returned after a phase is not the fault of the next one, in MiB. */
const GROWTH = 10;

export const requirements: readonly Requirement[] = [
  {
    ...{ what: 'memory of a process', unit: ' MB', measured: ({ memory }) => memory, bound: () => 350 },
    isOwn: ({ memory, memoryBefore }) => memory > memoryBefore + GROWTH,
  },
  { what: 'turn of an event loop (CPU time)', unit: ' ms', measured: ({ turnMs }) => turnMs, bound: () => 100 },
  { what: 'processes that ended', unit: '', measured: ({ ended }) => ended, bound: () => 0 },
  { what: 'outgoing requests', unit: '', measured: ({ outgoing }) => outgoing, bound: () => 100 },
  { what: 'refusals of another caller', unit: '', measured: ({ refusals }) => refusals.length, bound: () => 0 },
  {
    ...{ what: 'p99 of another caller', unit: ' ms', measured: ({ latencies }) => percentile99(latencies) },
    bound: ({ idleMs, patience }) => Math.max(3 * idleMs, 50) * patience,
  },
  {
    ...{ what: 'delay of a webhook of another caller', unit: ' ms', measured: ({ webhookMs }) => webhookMs },
    bound: ({ patience }) => 5_000 * patience,
  },
];

/** A requirement and the phases in which it was missed. */
export interface Verdict {
  readonly requirement: Requirement;
  readonly bound: number;
  readonly worst: number;
  readonly missedIn: readonly Phase[];
}

export const verdictsOn = (phases: readonly Phase[], conditions: Conditions): readonly Verdict[] =>
  requirements.map((requirement) => {
    const { measured, isOwn = () => true } = requirement;
    const bound = requirement.bound(conditions);
    return {
      ...{ requirement, bound, worst: Math.max(0, ...phases.map(measured)) },
      missedIn: phases.filter((phase) => measured(phase) > bound && isOwn(phase)),
    };
  });
