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

/** What people do, each thing at least once. */
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
  await askGraph(service, 'query Anything { languages { nodes { name } } }');
  await askGraph(service, 'query EventRecord($id: ID!) { event(id: $id) { name } }', { variables: { id: event } });
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

const requests = (labels: string): number => sumOf(numbers, 'lectern_requests_total', labels);

describe('The admin port tells Prometheus', () => {
  it('every documented metric', () => {
    const told = namesIn(numbers);
    expect(Object.values(metricTable).filter(({ name }) => !told.has(name))).toEqual([]);
  });

  it('and, of its own, no other', () => {
    const documented = new Set<string>(Object.values(metricTable).map(({ name }) => name));
    expect([...namesIn(numbers)].filter((name) => name.startsWith('lectern_') && !documented.has(name))).toEqual([]);
  });

  it('requests by route, by operation and by how they ended', () => {
    const record = 'route="GET /v2.1/events/:eventId",operation="EventRecord"';
    expect(requests(`${record},status="2xx"`)).toBe(3);
    expect(requests(`${record},status="3xx"`)).toBe(1);
    expect(requests(`${record},status="4xx"`)).toBe(1);
    expect(requests('route="other",operation="other",status="4xx"')).toBe(1);
    expect(sumOf(numbers, 'lectern_request_duration_seconds_count', `${record},status="2xx"`)).toBe(3);
    const bucket = `${record},status="2xx",le="+Inf"`;
    expect(sumOf(numbers, 'lectern_request_duration_seconds_bucket', bucket)).toBe(3);
  });

  it('operations that somebody wrote as one, whatever they are called', () => {
    expect(requests('route="/graphql",operation="other",status="2xx"')).toBe(1);
    expect(requests('Anything')).toBe(0);
  });

  it('statements by operation, and those that nobody waits for', () => {
    const statements = (operation: string) => sumOf(numbers, 'lectern_sql_statements_total', `"${operation}"`);
    expect(statements('EventRecord')).toBeGreaterThan(2);
    expect(statements('background')).toBeGreaterThan(0);
    expect(sumOf(numbers, 'lectern_sql_seconds_total', '"EventRecord"')).toBeGreaterThan(0);
  });

  it('what was kept, and what a client had already', () => {
    expect(sumOf(numbers, 'lectern_answer_cache_total', '"hit"')).toBe(2);
    expect(sumOf(numbers, 'lectern_answer_cache_total', '"miss"')).toBeGreaterThanOrEqual(1);
    expect(sumOf(numbers, 'lectern_not_modified_total')).toBe(1);
  });

  it('the use of v2.1 by application', () => {
    expect(sumOf(numbers, 'lectern_legacy_requests_total', '"Phone"')).toBe(1);
    expect(sumOf(numbers, 'lectern_legacy_requests_total', '"none"')).toBe(7);
  });

  it('what was refused, and by which limit', () => {
    expect(sumOf(numbers, 'lectern_limits_refused_total', '"reminder_address"')).toBe(1);
    expect(sumOf(numbers, 'lectern_refusals_total', '"RATE_LIMITED"')).toBe(1);
    expect(sumOf(numbers, 'lectern_refusals_total', '"DOCUMENT_INVALID"')).toBe(1);
    expect(sumOf(numbers, 'lectern_refusals_total', '"OVERLOADED"')).toBe(0);
  });

  it('connections, jobs, and how Node does', () => {
    expect(sumOf(numbers, 'lectern_pool_connections', 'pool="look"')).toBe(1);
    expect(sumOf(numbers, 'lectern_jobs', 'queue="mail",state="failed"')).toBe(0);
    expect(sumOf(numbers, 'lectern_processes')).toBe(1);
    expect(sumOf(numbers, 'lectern_database_up')).toBe(1);
    expect(sumOf(numbers, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(sumOf(numbers, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
  });

  it('also while the database is away, which it says', async () => {
    await withDatabaseAway(database, async () => {
      const meanwhile = await scrape(service.adminBase);
      expect(sumOf(meanwhile, 'lectern_database_up')).toBe(0);
      expect(sumOf(meanwhile, 'lectern_requests_total')).toBeGreaterThan(0);
    });
  });

  it('and nothing else on that port', async () => {
    const answer = await fetch(`${service.adminBase}/v2.1/events`);
    expect([answer.status, await answer.text()]).toEqual([404, 'There are /live, /ready and /metrics here\n']);
  });
});
