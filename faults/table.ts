import type { Fault } from './fault.js';
import { asynchronousStandby } from './rows/asynchronous-standby.js';
import { behindPgbouncer } from './rows/behind-pgbouncer.js';
import { clocksApart } from './rows/clocks-apart.js';
import { diskFull } from './rows/disk-full.js';
import { equalComments } from './rows/equal-comments.js';
import { fiftyKills } from './rows/fifty-kills.js';
import { generatedDocuments } from './rows/generated-documents.js';
import { hostileDocuments } from './rows/hostile-documents.js';
import { hotCounters } from './rows/hot-counters.js';
import { imagesSent } from './rows/images-sent.js';
import { injectedSql } from './rows/injected-sql.js';
import { millionEvents } from './rows/million-events.js';
import { objectStoreDown } from './rows/object-store-down.js';
import { operatorGrows } from './rows/operator-grows.js';
import { oversizedRequests } from './rows/oversized-requests.js';
import { poolExhausted } from './rows/pool-exhausted.js';
import { postgresFrozen } from './rows/postgres-frozen.js';
import { postgresRestarted } from './rows/postgres-restarted.js';
import { replicaOnOldTimeline } from './rows/replica-on-old-timeline.js';
import { replicaTroubles } from './rows/replica-troubles.js';
import { primaryKilled } from './rows/primary-killed.js';
import { primaryThawed } from './rows/primary-thawed.js';
import { purgeRace } from './rows/purge-race.js';
import { reusedBehindPgbouncer, reusedTransactionIds } from './rows/reused-transaction-ids.js';
import { rollingRestart } from './rows/rolling-restart.js';
import { serviceKilled } from './rows/service-killed.js';
import { slowClients } from './rows/slow-clients.js';
import { spoofedRequests } from './rows/spoofed-requests.js';
import { standbyPromoted } from './rows/standby-promoted.js';
import { streamsSwitchedOver } from './rows/streams-switched-over.js';
import { streamsKilled, streamsRestarted } from './rows/streams-restarted.js';
import { switchover } from './rows/switchover.js';
import { threeStart } from './rows/three-start.js';
import { gracefulStop } from './rows/graceful-stop.js';
import { twoOnOneFolder } from './rows/two-on-one-folder.js';
import { webhooksKilled } from './rows/webhooks-killed.js';
import { wrongTokens } from './rows/wrong-tokens.js';

/** All faults in the order of injection. */
export const faults: readonly Fault[] = [
  ...[
    serviceKilled,
    primaryKilled,
    primaryThawed,
    switchover,
    standbyPromoted,
    asynchronousStandby,
    postgresRestarted,
    reusedTransactionIds,
    postgresFrozen,
    poolExhausted,
    behindPgbouncer,
    reusedBehindPgbouncer,
    objectStoreDown,
    diskFull,
    imagesSent,
  ],
  ...[
    equalComments,
    hotCounters,
    millionEvents,
    hostileDocuments,
    generatedDocuments,
    slowClients,
    oversizedRequests,
    gracefulStop,
    rollingRestart,
    streamsRestarted,
    streamsKilled,
    streamsSwitchedOver,
    threeStart,
    clocksApart,
    wrongTokens,
    spoofedRequests,
    ...replicaTroubles,
    replicaOnOldTimeline,
    injectedSql,
    purgeRace,
    twoOnOneFolder,
    operatorGrows,
    fiftyKills,
    webhooksKilled,
  ],
];

const OF_SCALE = /^(2[bc]?|10|24[a-z]?|25|27c|grow)$/;

/** Whether it is a row of `--scale`: failovers of Patroni, object stores, replicas, caches in front, streams, docs/scale.md. */
export const isOfScale = ({ number }: Pick<Fault, 'number'>): boolean => OF_SCALE.test(number);

export const scaleFaults: readonly Fault[] = faults.filter(isOfScale);
