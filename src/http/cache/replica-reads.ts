import { domainError } from '../../core/errors.js';
import { createRun, isUnreachable } from '../../core/transaction/run.js';
import type { Position, Requirement } from '../../database/replicas/position.js';
import { ReplicaFault, type Replica } from '../../database/replicas/replica.js';
import type { Run, RunOptions } from '../../database/sql/statement.js';
import type { Logger } from '../../telemetry/log/log.js';
import type { Metrics } from '../../telemetry/metrics/metrics.js';
import { currentRequest, type RequestRecord } from '../../telemetry/request/request-record.js';
import { createChangeFeed, type ChangeFeed, type ReplicaPolls } from './change-feed.js';
import { chooseReplica } from './choose-replica.js';
import { createOutage, type StandIn } from './outage.js';

/** Reads on replicas, never older than what the primary had committed when the request arrived. */
export interface ReplicaReads {
  /**
   * Runs a read of the current request: on one replica, or on the primary if none has caught up, and always outside of
   * requests. A read that fails on a replica is repeated on the primary.
   */
  readonly read: Run;
  /** The feed of the primary. A request depends on the last poll that it has awaited. */
  readonly changes: ChangeFeed;
  /** Whether replicas serve reads because the primary is unreachable. */
  readonly isWithoutPrimary: () => boolean;
}

interface ReplicaReadsParts {
  /** Opens the replicas. */
  readonly open: (requiredBy: (request: RequestRecord) => Requirement) => readonly Replica[];
  /** Runs statements on the primary. */
  readonly primary: Run;
  /** Polls the primary. */
  readonly poll: Run;
  /** As of `createChangeFeed`. */
  readonly pollIntervalMs: number;
  readonly runOptions: RunOptions;
  /** How long replicas serve reads by themselves; 0: not at all. */
  readonly secondsWithoutPrimary: number;
  readonly metrics: Pick<Metrics, 'count' | 'observeReplicaWait'>;
  readonly log: Pick<Logger, 'warn' | 'info'>;
}

/** What the reads of a request depend on: a position of the primary, or a replica in its place. */
type Basis = Position | StandIn;

/** Lost connections fail at once. A server that is too slow fails after seconds, and is not asked again. */
const REPEAT_WITHIN_MS = 500;

const unreachable = () => domainError('UNAVAILABLE', 'DATABASE_UNREACHABLE');

/** The server that a request reads from. */
interface Route {
  readonly basis: Basis;
  /** Null: the primary. */
  readonly replica: Promise<Replica | null>;
}

export function createReplicaReads(parts: ReplicaReadsParts): ReplicaReads {
  const { primary, poll, pollIntervalMs, runOptions, secondsWithoutPrimary, metrics, log } = parts;
  const bases = new WeakMap<RequestRecord, Basis>();
  const routes = new WeakMap<RequestRecord, Route>();
  const served = new WeakSet<RequestRecord>();
  const replicas = parts.open((request) => requirementOf(bases.get(request)));
  const runs = new Map(replicas.map((replica) => [replica, createRun(replica.send, runOptions)]));
  const choose = chooseReplica(replicas, primary, metrics);
  const outage = createOutage(replicas, secondsWithoutPrimary * 1_000, log);

  let latest: Basis | undefined;
  const polls: ReplicaPolls = {
    onPosition(position) {
      outage.end();
      latest = position;
    },
    async standIn(error) {
      if (!isUnreachable(error)) throw error;
      const found = await outage.standIn(error);
      latest = found;
      return `${replicas.indexOf(found.replica)} ${found.lsn}`;
    },
  };
  const feed = createChangeFeed(poll, { minIntervalMs: pollIntervalMs, replicas: polls });
  async function pollForRequest(): Promise<number> {
    const number = await feed.poll();
    const request = currentRequest();
    if (request && latest) bases.set(request, latest);
    return number;
  }

  async function serverOf(request: RequestRecord): Promise<Replica | null> {
    if (!bases.has(request)) await pollForRequest();
    const basis = bases.get(request);
    if (!basis) return null;
    const known = routes.get(request);
    if (known?.basis === basis) return known.replica;
    const replica = 'replica' in basis ? Promise.resolve(basis.replica) : chooseAgain(basis, known?.replica);
    routes.set(request, { basis, replica });
    return replica;
  }

  const chooseAgain = async (position: Position, previous?: Route['replica']): Promise<Replica | null> =>
    choose(position, await previous);

  /**
   * The primary may have failed since the poll, and connections may be lost after the next poll has reached another one:
   * the read is repeated on whatever that poll has found.
   */
  async function readOnPrimary(request: RequestRecord, ...read: Parameters<Run>): Promise<unknown[]> {
    const begin = performance.now();
    let run: Run = primary;
    for (;;) {
      try {
        return await run(...restarted(read));
      } catch (error) {
        if (!isUnreachable(error) && !(error instanceof ReplicaFault)) throw error;
        const isLate = performance.now() - begin > REPEAT_WITHIN_MS;
        await pollForRequest();
        const basis = bases.get(request);
        const standIn = basis && 'replica' in basis ? runs.get(basis.replica) : undefined;
        if (isLate && (!standIn || run !== primary)) throw unreachable();
        run = standIn ?? primary;
      }
    }
  }

  async function read(...read: Parameters<Run>): Promise<unknown[]> {
    const request = currentRequest();
    if (!request) return primary(...read);
    const replica = await serverOf(request);
    const run = replica && runs.get(replica);
    if (!run) return readOnPrimary(request, ...read);
    try {
      const rows = await run(...read);
      if (!served.has(request)) metrics.count('replicaReads', 'replica');
      served.add(request);
      return rows;
    } catch (error) {
      if (!(error instanceof ReplicaFault)) throw error;
      metrics.count('replicaReads', error.fault);
      if (error.fault !== 'conflict') replica.rest();
      const basis = bases.get(request);
      if (basis) routes.set(request, { basis, replica: Promise.resolve(null) });
      return readOnPrimary(request, ...read);
    }
  }

  return { read: read as Run, changes: { ...feed, poll: pollForRequest }, isWithoutPrimary: outage.isActive };
}

function requirementOf(basis: Basis | undefined): Requirement {
  if (!basis) throw new Error('Replicas serve only requests that have awaited a poll');
  return { lsn: basis.lsn, timeline: 'replica' in basis ? null : basis.timeline };
}

/** The arguments of a read that is repeated: its page is empty again. */
function restarted([statement, args, page]: Parameters<Run>): Parameters<Run> {
  if (page) Object.assign(page, { bytes: 0, isReached: false });
  return [statement, args, page];
}
