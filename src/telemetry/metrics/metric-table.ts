import { limitNames } from '../../config/limits.js';

/** Label of unmatched routes, of requests rejected before routing, and of values beyond the limit per metric. */
export const OTHER = 'other';

type MetricType = 'counter' | 'gauge' | 'histogram' | 'summary';

/** Definition of one metric. */
interface Metric<Type extends MetricType> {
  readonly name: string;
  readonly type: Type;
  readonly help: string;
  readonly labels: readonly string[];
  /** How the values of several workers are aggregated. */
  readonly aggregator: 'sum' | 'max' | 'min';
}

const metric = <Type extends MetricType>(
  type: Type,
  name: string,
  help: string,
  labels: readonly string[] = [],
  aggregator: Metric<Type>['aggregator'] = 'sum',
): Metric<Type> => ({ type, name, help, labels, aggregator });

const OPERATION = 'graphql_operation_name';
const POOL = 'db_client_connection_pool_name';

/**
 * Lectern's own metrics, named by the OpenTelemetry semantic conventions where they exist. Tests keep
 * docs/observability.md, the dashboard and the alerts consistent with this table.
 */
export const metricTable = {
  requests: metric(
    'histogram',
    'http_server_request_duration_seconds',
    'HTTP request duration in seconds, by method, route, status and operation',
    ['http_request_method', 'http_route', 'http_response_status_code', OPERATION],
  ),
  statements: metric(
    'summary',
    'db_client_operation_duration_seconds',
    'SQL statement duration in seconds, by GraphQL operation',
    ['db_system_name', OPERATION],
  ),
  connections: metric('gauge', 'db_client_connection_count', 'Database connections, by pool and state', [
    POOL,
    'db_client_connection_state',
  ]),
  pendingRequests: metric(
    'gauge',
    'db_client_connection_pending_requests',
    'Statements waiting for a connection, by pool',
    [POOL],
  ),
  databaseUp: metric('gauge', 'lectern_database_up', 'Whether the database responds (1) or not (0)', [], 'min'),
  responseCache: metric('counter', 'lectern_response_cache_total', 'Total cacheable reads, by outcome', ['outcome']),
  replicaReads: metric(
    'counter',
    'lectern_replica_reads_total',
    'Total reading requests with replicas configured: served by a replica, or by the primary and why',
    ['outcome'],
  ),
  replicaWait: metric(
    'histogram',
    'lectern_replica_wait_seconds',
    'Time in seconds that reads waited for a replica to catch up',
  ),
  cdnPurges: metric('counter', 'lectern_cdn_purges_total', 'Total purges of the CDN, by outcome', ['outcome']),
  cdnPurgeLag: metric(
    'gauge',
    'lectern_cdn_purge_lag_seconds',
    'Age of the oldest change for which the CDN has not been purged, in seconds; 0 if there is none',
    [],
    'max',
  ),
  streams: metric('gauge', 'lectern_streams', 'Open subscriptions'),
  eventLogDelay: metric(
    'gauge',
    'lectern_event_log_delay_seconds',
    'Time for which a change has waited for an earlier transaction, in seconds; 0 if none waits',
    [],
    'max',
  ),
  jobs: metric('gauge', 'lectern_jobs', 'Jobs, by queue and state', ['queue', 'state'], 'max'),
  jobRuns: metric('counter', 'lectern_job_runs_total', 'Total job attempts, by queue and outcome', [
    'queue',
    'outcome',
  ]),
  webhookAttempts: metric(
    'counter',
    'lectern_webhook_attempts_total',
    'Total attempts to deliver webhooks, by outcome',
    ['outcome'],
  ),
  legacy: metric('counter', 'lectern_legacy_requests_total', 'Total v2.1 requests, by application', ['application']),
  limits: metric(
    'counter',
    'lectern_rate_limit_rejections_total',
    'Total requests rejected by rate limiting, by limit',
    ['limit'],
  ),
  errors: metric('counter', 'lectern_errors_total', 'Total errors returned, by reason', ['reason']),
  processes: metric('gauge', 'lectern_processes', 'Processes that serve requests'),
};

type Table = typeof metricTable;
type KeysOf<Type extends MetricType> = {
  [Name in keyof Table]: Table[Name]['type'] extends Type ? Name : never;
}[keyof Table];

/** Counters that `count` increments. */
export type Counter = KeysOf<'counter'>;

/** Values read on scrape. */
export type Gauge = KeysOf<'gauge'>;

/** Operation label of SQL that runs outside of a request. */
export const BACKGROUND = 'background';

/** Label values exported as 0 from the start: an alert cannot detect the first increment of an absent time series. */
export const initialValues: Readonly<Record<Counter, readonly string[]>> = {
  responseCache: ['hit', 'miss', 'coalesced'],
  replicaReads: ['replica', 'behind', 'conflict', 'unavailable', 'unflushed'],
  cdnPurges: ['keys', 'everything', 'failed'],
  jobRuns: ['mail done', 'mail failed', 'mail given_up'],
  webhookAttempts: ['delivered', 'failed', 'gone'],
  legacy: ['none'],
  limits: limitNames,
  errors: [
    'RATE_LIMITED',
    'LOGIN_LOCKED',
    'OVERLOADED',
    'IMAGES_BUSY',
    'IMPORTS_BUSY',
    'DATABASE_UNREACHABLE',
    'UNEXPECTED',
  ],
};
