import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { metricTable } from '../../src/telemetry/metrics/metric-table.js';
import { ask as askGraph } from '../graphql/ask.js';
import { ask } from '../rest/ask.js';
import { cleanUp } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { withDatabaseAway } from '../support/database-away.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { createEvent, createToken } from '../support/factories.js';
import { eventually, startProcess, type ServiceProcess } from '../support/process.js';
import { createClient, createMember } from '../support/sign-in.js';
import { namesIn, scrape, sumOf, type Numbers } from './read-metrics.js';

let database: TestDatabase;
let service: ServiceProcess;
let event: string;
let numbers: Numbers;

/** Requests that cover each feature at least once. */
async function aBusyMinute(): Promise<void> {
  const { pool } = database;
  event = await createEvent(pool);
  const path = `/v2.1/events/${event}`;
  const first = await ask(service, path);
  await ask(service, path);
  await ask(service, path, { headers: { 'If-None-Match': String(first.headers.get('etag')) } });
  await ask(service, '/v2.1/events/999999999');
  await ask(service, '/nowhere/at/all');
  const member = await createMember(pool, 'ada', 'a difference engine', { email: 'ada@example.org' });
  const { id: application_id } = await createClient(pool, { name: 'Phone' });
  await ask(service, path, { token: await createToken(pool, member, { application_id }) });
  await askGraph(service, 'query Anything { languages { nodes { name } } }', { isSentOnce: true });
  await askGraph(service, 'query EventRecord($id: ID!) { event(id: $id) { name } }', {
    variables: { id: event },
    isSentOnce: true,
  });
  await askGraph(service, '{ nothing }');
  await ask(service, `/graphql?operation=Languages`);
  const forgotten = { method: 'POST', body: { email: 'ada@example.org' } };
  for (let time = 0; time < 2; time += 1) await ask(service, '/v2.1/emails/reminders/username', forgotten);
}

beforeAll(async () => {
  database = await freshDatabase();
  service = await startProcess({
    ...{ DATABASE_URL: urlOf(database.address), DATA_DIR: await dataFolder(), LIMIT_REMINDER_ADDRESS: '1/900' },
  });
  await aBusyMinute();
  await eventually(async () => sumOf(await scrape(service.adminBase), 'lectern_job_runs_total', '"done"') > 0);
  numbers = await scrape(service.adminBase);
});
afterAll(async () => {
  await cleanUp();
  await database.drop();
});

const DURATION = 'http_server_request_duration_seconds';
const requests = (labels: string): number => sumOf(numbers, `${DURATION}_count`, labels);

describe('The admin port exposes to Prometheus', () => {
  it('every documented metric', () => {
    const told = namesIn(numbers);
    expect(Object.values(metricTable).filter(({ name }) => !told.has(name))).toEqual([]);
  });

  it('and no undocumented one of its own', () => {
    const documented = new Set<string>(
      Object.values(metricTable).flatMap(({ name, type }) =>
        type === 'histogram' ? ['', '_bucket', '_sum', '_count'].map((part) => name + part) : [name],
      ),
    );
    expect([...namesIn(numbers)].filter((name) => name.startsWith('lectern_') && !documented.has(name))).toEqual([]);
  });

  it('requests by route, by operation and by outcome', () => {
    const labels = (method: string, route: string, status: number, operation: string) =>
      `http_request_method="${method}",http_route="${route}",http_response_status_code="${status}",graphql_operation_name="${operation}"`;
    const record = (status: number) => labels('GET', '/v2.1/events/:eventId', status, 'EventRecord');
    expect(requests(record(200))).toBe(3);
    expect(requests(record(304))).toBe(1);
    expect(requests(record(404))).toBe(1);
    expect(requests(labels('GET', 'other', 404, 'other'))).toBe(1);
    expect(sumOf(numbers, `${DURATION}_bucket`, `${record(200)},le="+Inf"`)).toBe(3);
  });

  it('ad-hoc operations under one name', () => {
    expect(requests('http_route="/graphql",http_response_status_code="200",graphql_operation_name="other"')).toBe(1);
    expect(requests('Anything')).toBe(0);
  });

  it('statements by operation, and those in the background', () => {
    const STATEMENTS = 'db_client_operation_duration_seconds';
    const statements = (operation: string) => sumOf(numbers, `${STATEMENTS}_count`, `"${operation}"`);
    expect(statements('EventRecord')).toBeGreaterThan(2);
    expect(statements('background')).toBeGreaterThan(0);
    expect(sumOf(numbers, `${STATEMENTS}_sum`, '"EventRecord"')).toBeGreaterThan(0);
  });

  it('responses from the cache', () => {
    expect(sumOf(numbers, 'lectern_response_cache_total', '"hit"')).toBe(2);
    expect(sumOf(numbers, 'lectern_response_cache_total', '"miss"')).toBeGreaterThanOrEqual(1);
  });

  it('the use of v2.1 by application', () => {
    expect(sumOf(numbers, 'lectern_legacy_requests_total', '"Phone"')).toBe(1);
    expect(sumOf(numbers, 'lectern_legacy_requests_total', '"none"')).toBe(7);
  });

  it('rejected requests, by limit', () => {
    expect(sumOf(numbers, 'lectern_rate_limit_rejections_total', '"reminder_address"')).toBe(1);
    expect(sumOf(numbers, 'lectern_errors_total', '"RATE_LIMITED"')).toBe(1);
    expect(sumOf(numbers, 'lectern_errors_total', '"DOCUMENT_INVALID"')).toBe(1);
    expect(sumOf(numbers, 'lectern_errors_total', '"OVERLOADED"')).toBe(0);
  });

  it('connections, jobs, and the state of Node', () => {
    expect(sumOf(numbers, 'db_client_connection_count', 'pool_name="change_feed"')).toBe(1);
    expect(sumOf(numbers, 'lectern_jobs', 'queue="mail",state="failed"')).toBe(0);
    expect(sumOf(numbers, 'lectern_processes')).toBe(1);
    expect(sumOf(numbers, 'lectern_database_up')).toBe(1);
    expect(sumOf(numbers, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(sumOf(numbers, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
  });

  it('metrics while the database is unavailable, including that fact', async () => {
    await withDatabaseAway(database, async () => {
      const duringOutage = await scrape(service.adminBase);
      expect(sumOf(duringOutage, 'lectern_database_up')).toBe(0);
      expect(sumOf(duringOutage, `${DURATION}_count`)).toBeGreaterThan(0);
    });
  });

  it('and nothing else on that port', async () => {
    const answer = await fetch(`${service.adminBase}/v2.1/events`);
    expect([answer.status, await answer.text()]).toEqual([
      404,
      'There are /live, /ready, /ready/writes and /metrics here\n',
    ]);
  });
});
