import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'graphql';
import { pino } from 'pino';
import { wantsPage } from '../../rest-facade/index.js';
import { readConfig } from '../../src/config/config.js';
import { Clock } from '../../src/core/date/clock.js';
import { createResultSizeLimit } from '../../src/core/request/result-size-limit.js';
import { createRun } from '../../src/core/transaction/run.js';
import { createOrm, type Orm } from '../../src/database/orm.js';
import { cacheKeyOf } from '../../src/http/cache/key.js';
import { createApp } from '../../src/server/composition/app.js';
import { openOutside } from '../../src/server/composition/outside.js';
import type { FacadeParts } from '../../src/server/app/facade.js';
import { createMetrics } from '../../src/telemetry/metrics/metrics.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import * as make from '../support/factories.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The service without the REST facade: only `/graphql`, with one stored operation. */
const noFacade: FacadeParts = {
  storedOperations: [parse('query EventName($id: ID!) { event(id: $id) { name } }')],
  patternsOfOperations: {},
  resourceOf: () => null,
  wantsPage: () => false,
  mount: () => undefined,
};

describe('A service that is composed without the facade', () => {
  let database: TestDatabase;
  let orm: Orm;
  let server: Server;
  let folder: string;
  let base: string;
  const outcomes: string[] = [];

  beforeAll(async () => {
    database = await freshDatabase();
    folder = await mkdtemp(join(tmpdir(), 'lectern-boundary-'));
    const config = readConfig({ LOG_LEVEL: 'error', DATA_DIR: folder });
    orm = await createOrm(database.address, 2);
    const run = createRun(database.pool, config.database);
    const log = pino({ level: 'silent' });
    const metrics = createMetrics(() => ({ route: '', operation: '' }));
    const outside = openOutside({ config, pool: database.pool, run, log, metrics, secretKey: Buffer.alloc(32) });
    const counting = {
      ...metrics,
      count: (name: Parameters<typeof metrics.count>[0], label = '') => {
        if (name === 'responseCache') outcomes.push(label);
      },
    };
    const app = await createApp(
      {
        ...{ config, run, look: run, orm, clock: new Clock(), log, metrics: counting, outside },
        ...{
          accessLog: () => undefined,
          rowMemory: createResultSizeLimit(),
          tracing: undefined,
          playground: undefined,
        },
      },
      noFacade,
    );
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.close();
    server.closeAllConnections();
    await orm.close(true);
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const stored = (id: string) =>
    fetch(`${base}/graphql?operation=EventName&variables=${encodeURIComponent(JSON.stringify({ id }))}`);

  it('caches stored operations, never stale, with ETag and CORS', async () => {
    const event = await make.createEvent(database.pool, { name: 'First' });
    const texts: string[] = [];
    for (const name of ['First', 'First', 'Second']) {
      await database.pool.query('update events set name = $1 where id = $2 and name <> $1', [name, event]);
      const response = await stored(event);
      texts.push(await response.text());
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': expect.stringContaining('ETag') as unknown,
        'cache-control': 'public, no-cache',
        etag: expect.any(String) as unknown,
        vary: 'Accept, Authorization, Accept-Encoding',
      });
    }
    expect(texts).toEqual(['First', 'First', 'Second'].map((name) => JSON.stringify({ data: { event: { name } } })));
    expect(outcomes).toEqual(['miss', 'hit', 'miss']);
  });

  it('lists its stored operations, answers preflights and executes documents of clients', async () => {
    const listed = await fetch(`${base}/graphql/operations`);
    expect(Object.keys((await listed.json()) as object)).toEqual(['EventName']);
    const preflight = await fetch(`${base}/graphql`, { method: 'OPTIONS' });
    expect([preflight.status, preflight.headers.get('allow')]).toEqual([204, 'GET, POST, OPTIONS']);
    const written = await fetch(`${base}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: '{ viewer { id } }' }),
    });
    expect(await written.json()).toMatchObject({ data: { viewer: null } });
    expect(written.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('has no other endpoint', async () => {
    expect((await fetch(`${base}/v2.1/events`)).status).toBe(404);
  });
});

describe('The boundary', () => {
  it('is crossed only in src/server/app', () => {
    const importing = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .filter((path) => readFileSync(join(root, 'src', path), 'utf8').includes('/rest-facade/'));
    expect(importing.sort()).toEqual([
      'server/app/check-routes.ts',
      'server/app/facade.ts',
      'server/app/rest-endpoint.ts',
      'server/app/route-labels.ts',
    ]);
  });

  it.each(['*/*', 'application/json', 'text/html', 'text/html, application/json', ''])(
    'negotiates HTML in one place: Accept: %s',
    (accept) => {
      const isPage = cacheKeyOf('/v2.1', 'http://api.test', accept).startsWith('page ');
      expect(isPage).toBe(wantsPage('/v2.1', accept));
    },
  );
});
