import type { LimitName } from '../limits/settings.js';

/** How one metric is told. */
interface Metric<Type extends 'counter' | 'gauge' | 'histogram'> {
  readonly name: string;
  readonly type: Type;
  readonly help: string;
  readonly labels: readonly string[];
  /** What several workers say together. */
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

/** Every metric of Lectern's own: docs/observability.md, the dashboard and the alerts name no other. */
export const metricTable = {
  requests: metric('counter', 'lectern_requests_total', 'Requests that were answered', request),
  requestSeconds: metric('histogram', 'lectern_request_duration_seconds', 'Time until they were answered', request),
  statements: metric('counter', 'lectern_sql_statements_total', 'SQL statements by what they were for', ['operation']),
  statementSeconds: metric('counter', 'lectern_sql_seconds_total', 'Time that they took together', ['operation']),
  answerCache: metric('counter', 'lectern_answer_cache_total', 'Reads that may be answered from memory', ['outcome']),
  notModified: metric('counter', 'lectern_not_modified_total', 'Requests whose client had the answer already (304)'),
  connections: metric('gauge', 'lectern_pool_connections', 'Connections to the database', ['pool', 'state']),
  databaseUp: metric('gauge', 'lectern_database_up', 'Whether the database answers', [], 'min'),
  jobs: metric('gauge', 'lectern_jobs', 'Jobs in the queues', ['queue', 'state'], 'max'),
  jobRuns: metric('counter', 'lectern_job_runs_total', 'Jobs that were tried', ['queue', 'outcome']),
  legacy: metric('counter', 'lectern_legacy_requests_total', 'Requests to the v2.1 API', ['application']),
  limits: metric('counter', 'lectern_limits_refused_total', 'Refusals because of a limit', ['limit']),
  refusals: metric('counter', 'lectern_refusals_total', 'Why requests were refused', ['reason']),
  processes: metric('gauge', 'lectern_processes', 'Processes that answer requests'),
};

type Table = typeof metricTable;
type Key = keyof Table;
/** Counters of at most one label. */
export type Counter = Exclude<{ [Name in Key]: Table[Name]['type'] extends 'counter' ? Name : never }[Key], 'requests'>;
/** What is looked at. */
export type Gauge = { [Name in Key]: Table[Name]['type'] extends 'gauge' ? Name : never }[Key];

/** SQL that nobody waits for. */
export const BACKGROUND = 'background';

const limitNames: readonly LimitName[] = [
  'login_address',
  'login_account_address',
  'login_account',
  'registration_address',
  'reminder_address',
  'reminder_account',
  'contact_address',
  'applications_user',
  'unknown_token_address',
  'writes_user',
  'event_comments_user',
  'reports_user',
  'claims_user',
];

/** Values that are told from the beginning: an alert cannot see the first of something that was never told of. */
export const zeroes: Readonly<Record<Counter, readonly string[]>> = {
  statements: [BACKGROUND],
  statementSeconds: [BACKGROUND],
  answerCache: ['hit', 'miss', 'joined'],
  notModified: [''],
  jobRuns: ['mail done', 'mail failed', 'mail given_up'],
  legacy: ['none'],
  limits: limitNames,
  refusals: ['RATE_LIMITED', 'OVERLOADED', 'IMAGES_BUSY', 'DATABASE_UNREACHABLE', 'UNEXPECTED'],
};
