import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Fault } from '../fault.js';
import { atMost, type Finding } from '../finding.js';
import type { Postgres } from '../postgres.js';
import { startReplicaReaders } from '../replica-readers.js';
import { findDebian } from '../servers.js';
import { startPair } from '../standby.js';

interface Trouble {
  readonly number: string;
  readonly name: string;
  /** The gate runs the hardest of them: a frozen replica keeps its connections. */
  readonly quick?: true;
  /** @returns ends it */
  readonly begin: (replica: Postgres, pool: pg.Pool) => Promise<() => unknown>;
  /** How often it has affected a statement; where a trouble depends on chance, reads continue until it has. */
  readonly effects?: (replica: Postgres) => Promise<number>;
}

const ROUNDS = 100;
const DATABASE = 'lectern';
/** A read finds out that a replica is frozen within half a second, and that it cannot connect within one. */
const SLOWEST_MS = 2_000;
/** Between two locks of a table, each of which cancels the statements that read it on the replica. */
const PAUSE_MS = 2;
const MIN_SHARE = 0.95;
/** Servers publish their statistics up to 10 s late. */
const EFFECTS_WITHIN_MS = 30_000;

const troubles: readonly Trouble[] = [
  {
    number: '24a',
    name: 'Replay on the replica is paused',
    async begin(replica) {
      await replica.ask('select pg_wal_replay_pause()');
      return () => replica.ask('select pg_wal_replay_resume()');
    },
  },
  {
    number: '24b',
    name: 'All processes of the replica are killed',
    async begin(replica) {
      await replica.kill();
      return () => replica.start();
    },
  },
  {
    number: '24c',
    name: 'The replica is frozen (`SIGSTOP`)',
    quick: true,
    begin(replica) {
      replica.freeze();
      return Promise.resolve(() => replica.thaw());
    },
  },
  {
    number: '24e',
    name: 'Replay cancels statements on the replica (recovery conflicts)',
    async begin(replica, pool) {
      await replica.ask("alter system set max_standby_streaming_delay = '0'");
      await replica.ask('select pg_reload_conf()');
      let isOver = false;
      const locking = (async () => {
        while (!isOver) {
          await pool.query('begin; lock table events in access exclusive mode; commit');
          await sleep(PAUSE_MS);
        }
      })();
      return async () => {
        isOver = true;
        await locking;
      };
    },
    async effects(replica) {
      const sum = 'select sum(confl_lock + confl_snapshot)::int as conflicts from pg_stat_database_conflicts';
      const [{ conflicts } = { conflicts: 0 }] = (await replica.ask(sum)) as { conflicts: number }[];
      return conflicts;
    },
  },
];

/** Rows 24a to 24c and 24e: trouble of a replica that serves reads. */
export const replicaTroubles: readonly Fault[] = troubles.map(({ number, name, quick, begin, effects }) => ({
  number,
  name,
  figure: `0 stale responses and 0 errors; no response after more than ${SLOWEST_MS / 1_000} s; before, a replica serves at least 95 % of the reads that are not cached`,
  quick: quick ?? false,
  servers: 'own',
  needs: ['postgresql'],
  async inject(site) {
    const [primary, replica] = await startPair(site, findDebian()!);
    await primary.createDatabase(DATABASE);
    const readers = await startReplicaReaders(site, primary.url(DATABASE), replica.url(DATABASE), {
      DATABASE_REPLICA_WAIT_MS: '200',
    });
    const rounds = site.quick ? ROUNDS : 4 * ROUNDS;
    await readers.readOwnWrites(rounds);
    const { replica: served = 0, ...others } = await readers.outcomes();
    const all = Object.values(others).reduce((sum, count) => sum + count, served);
    const end = await begin(replica, readers.world.pool);
    await readers.readOwnWrites(rounds);
    const observed: Finding[] = [];
    if (effects) {
      const deadline = Date.now() + EFFECTS_WITHIN_MS;
      let count = await effects(replica);
      for (; count === 0 && Date.now() < deadline; count = await effects(replica)) await readers.readOwnWrites(ROUNDS);
      observed.push({ what: `${count} statements were cancelled`, kept: count > 0 });
    }
    await end();
    await readers.readOwnWrites(rounds);
    return {
      answers: readers.tally.counts,
      findings: [
        ...readers.findings(),
        ...observed,
        atMost('the slowest response after', readers.tally.slowestMs, SLOWEST_MS, ' ms'),
        {
          what: `a replica served ${served} of ${all} reads before`,
          kept: served >= MIN_SHARE * all && served >= rounds,
        },
      ],
    };
  },
}));
