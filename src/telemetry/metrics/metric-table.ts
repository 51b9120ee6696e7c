import { limitNames } from '../../config/limits.js';

/** Label of unmatched routes, of requests rejected before routing, and of values beyond the limit per metric. */
export const OTHER = 'other';

/** Definition of one metric. */
interface Metric<Type extends 'counter' | 'gauge' | 'histogram'> {
  readonly name: string;
  readonly type: Type;
  readonly help: string;
  readonly labels: readonly string[];
  /** How the values of several workers are aggregated. */
  readonly aggregator: 'sum' | 'max' | 'min';
}

const metric = <Type extends 'counter' | 'gauge' | 'histogram'>(
  type: Type,
  name: string,
  help: string,
  labels: readonly string[] = [],
  aggregator: Metric<Type>['aggregator'] = 'sum',
): Metric<Type> => ({ type, name, help, labels, aggregator });

const request = ['route', 'operation', 'status'];

/** Lectern's own metrics. Tests keep docs/observability.md, the dashboard and the alerts consistent with this table. */
export const metricTable = {
  requests: metric('counter', 'lectern_requests_total', 'Total HTTP requests, by route, operation and status', request),
  requestSeconds: metric(
    'histogram',
    'lectern_request_duration_seconds',
    'HTTP request duration in seconds, by route, operation and status',
    request,
  ),
  statements: metric('counter', 'lectern_sql_statements_total', 'Total SQL statements, by operation', ['operation']),
  statementSeconds: metric('counter', 'lectern_sql_seconds_total', 'SQL duration in seconds, by operation', [
    'operation',
  ]),
  answerCache: metric('counter', 'lectern_answer_cache_total', 'Total cacheable reads, by outcome', ['outcome']),
  notModified: metric('counter', 'lectern_not_modified_total', 'Total 304 Not Modified responses'),
  connections: metric('gauge', 'lectern_pool_connections', 'Connections, by pool and state', ['pool', 'state']),
  databaseUp: metric('gauge', 'lectern_database_up', 'Whether the database responds (1) or not (0)', [], 'min'),
  jobs: metric('gauge', 'lectern_jobs', 'Jobs, by queue and state', ['queue', 'state'], 'max'),
  jobRuns: metric('counter', 'lectern_job_runs_total', 'Job attempts, by queue and outcome', ['queue', 'outcome']),
  legacy: metric('counter', 'lectern_legacy_requests_total', 'Total v2.1 requests, by application', ['application']),
  limits: metric('counter', 'lectern_limits_refused_total', 'Total rejections by rate limits, by limit', ['limit']),
  refusals: metric('counter', 'lectern_refusals_total', 'Total errors returned, by reason', ['reason']),
  processes: metric('gauge', 'lectern_processes', 'Processes that serve requests'),
};

type Table = typeof metricTable;
type Key = keyof Table;
/** Counters that `count` increments: all but the request totals. */
export type Counter = Exclude<{ [Name in Key]: Table[Name]['type'] extends 'counter' ? Name : never }[Key], 'requests'>;
/** Values read on scrape. */
export type Gauge = { [Name in Key]: Table[Name]['type'] extends 'gauge' ? Name : never }[Key];

/** Operation label of SQL that runs outside of a request. */
export const BACKGROUND = 'background';

/** Label values exported as 0 from the start: an alert cannot detect the first increment of an absent time series. */
export const initialValues: Readonly<Record<Counter, readonly string[]>> = {
  statements: [BACKGROUND],
  statementSeconds: [BACKGROUND],
  answerCache: ['hit', 'miss', 'joined'],
  notModified: [''],
  jobRuns: ['mail done', 'mail failed', 'mail given_up'],
  legacy: ['none'],
  limits: limitNames,
  refusals: ['RATE_LIMITED', 'LOGIN_LOCKED', 'OVERLOADED', 'IMAGES_BUSY', 'DATABASE_UNREACHABLE', 'UNEXPECTED'],
};
