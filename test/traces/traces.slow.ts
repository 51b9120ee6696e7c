import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask as askGraph } from '../graphql/ask.js';
import { scrape } from '../metrics/read-metrics.js';
import { ask } from '../rest/ask.js';
import { cleanUp } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { createEvent, createToken, createUser } from '../support/factories.js';
import { spawnService, stopProcess, untilBanner, type ServiceProcess } from '../support/process.js';
import { attributesOf, startCollector, type Collector, type ReceivedSpan } from './collector.js';

const TELL_LOADS = fileURLToPath(new URL('tell-loads.js', import.meta.url));
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const traceparent = `00-${TRACE}-${CALLER}-01`;

let database: TestDatabase;
let event: string;

beforeAll(async () => {
  database = await freshDatabase();
  event = await createEvent(database.pool);
});
afterAll(async () => {
  await cleanUp();
  await database.drop();
});

const SECRET_KEY = 'the same secret key in every process';

async function start(environment: Record<string, string>): Promise<ServiceProcess> {
  const DATABASE_URL = urlOf(database.address);
  const common = { DATABASE_URL, SECRET_KEY, DATA_DIR: await dataFolder(), LOG_LEVEL: 'warn' };
  return untilBanner(spawnService({ ...common, ...environment }, '--import', TELL_LOADS));
}

describe('Without a trace collector', () => {
  it('nothing of OpenTelemetry is loaded, and nothing of Prometheus until it is requested', async () => {
    const service = await start({});
    await ask(service, `/v2.1/events/${event}`);
    await scrape(service.adminBase);
    expect((await stopProcess(service)).errors).toBe('loads prom-client\n');
  });

  it.each(['true', 'TRUE'])('nor if it is disabled: %s', async (disabled) => {
    const service = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_SDK_DISABLED: disabled });
    expect(await stopProcess(service)).toMatchObject({ code: 0, errors: '' });
  });
});

describe('Traces', () => {
  let collector: Collector;
  let service: ServiceProcess;

  beforeAll(async () => {
    collector = await startCollector();
    service = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' });
    const token = await createToken(database.pool, await createUser(database.pool));
    const headers = { traceparent, 'X-Request-Id': 'traced-1' };
    await ask(service, `/v2.1/events/${event}`, { token, headers });
    await ask(service, '/v2.1/languages');
    await ask(service, '/v2.1/languages', { headers: { 'X-Request-Id': 'kept-1' } });
    await ask(service, '/v2.1/languages', { method: 'PROPFIND' });
    await askGraph(service, 'query Mine { languages { nodes { name } } }');
    // Pending spans are exported at the end.
    await stopProcess(service);
  });

  const root = (name: string, ...more: string[]): ReceivedSpan | undefined =>
    collector.spans.find((span) => span.name === name && more.every((text) => JSON.stringify(span).includes(text)));
  const within = (parent: ReceivedSpan | undefined): ReceivedSpan[] =>
    collector.spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId);

  it('continue the trace of the client, with the route, the status and the ID of the request', () => {
    const request = root('GET /v2.1/events/:eventId');
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: CALLER, kind: 2 });
    expect(attributesOf(request!)).toMatchObject({
      ...{ 'http.request.method': 'GET', 'http.route': '/v2.1/events/:eventId' },
      ...{ 'http.response.status_code': 200, 'lectern.request.id': 'traced-1' },
    });
  });

  it('name an unknown method as the semantic conventions do, so that clients do not choose their names', () => {
    const { 'http.request.method': method, 'http.request.method_original': original } = attributesOf(root('HTTP')!);
    expect([method, original]).toEqual(['_OTHER', 'PROPFIND']);
  });

  it('contain the operation in the request, and in it the statements by their names', () => {
    const request = root('GET /v2.1/events/:eventId');
    const children = within(request);
    expect(children.map(({ name }) => name)).toEqual(expect.arrayContaining(['user by token hash', 'EventRecord']));
    const operation = children.find(({ name }) => name === 'EventRecord');
    const statements = within(operation);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      expect(attributesOf(statement)).toEqual({ 'db.system.name': 'postgresql' });
      expect(statement.traceId).toBe(TRACE);
    }
  });

  it('have nested spans', () => {
    const request = root('GET /v2.1/events/:eventId');
    const times = ({ startTimeUnixNano, endTimeUnixNano }: ReceivedSpan) => [
      BigInt(startTimeUnixNano),
      BigInt(endTimeUnixNano),
    ];
    const [begin = 0n, end = 0n] = times(request!);
    // Each span reads the clock by itself, so a millisecond may lie between the two.
    const slack = 2_000_000n;
    for (const child of within(request)) {
      const [first = 0n, last = 0n] = times(child);
      expect(first + slack >= begin && last <= end + slack).toBe(true);
    }
  });

  it('mark cached responses, which run nothing, and ad-hoc operations', () => {
    const kept = root('GET /v2.1/languages', 'kept-1');
    expect(kept).toBeDefined();
    expect(within(kept)).toEqual([]);
    const written = root('POST /graphql');
    expect(within(written).map(({ name }) => name)).toContain('Mine');
  });

  it('have the name of the service', () => {
    expect([...collector.services]).toEqual(['lectern']);
  });
});
