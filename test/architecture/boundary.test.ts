import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'graphql';
import { wantsPage } from '../../rest-facade/index.js';
import { cacheKeyOf } from '../../src/http/cache/response-cache.js';
import { operationName } from '../../src/server/app/graph.js';
import type { FacadeParts } from '../../src/server/app/rest-endpoint.js';
import { operationsOf, rowTables } from '../../src/server/rows/row-tables.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The service without the REST facade: only `/graphql`, with one stored operation. */
const noFacade: FacadeParts = {
  storedOperations: [parse('query EventName($id: ID!) { event(id: $id) { name } }')],
  patternsOfOperations: {},
  resourceOf: () => null,
  uriOf: () => null,
  wantsPage: () => false,
  connected: () => ({
    handler: (_request, response) => response.writeHead(404).end('There is nothing here'),
    handleError: (_error, _request, response) => response.writeHead(500).end(),
  }),
  documents: [],
};

describe('A service without the facade', () => {
  let service: TestService;
  let base: string;

  beforeAll(async () => {
    service = await startService({}, { facade: noFacade });
    ({ base } = service);
  });
  afterAll(() => service.stop());

  /** How many reads of the response cache had each outcome. */
  async function cacheOutcomes(): Promise<Record<string, number>> {
    const samples = await service.samples();
    const { values } = samples.find(({ name }) => name === 'lectern_response_cache_total') ?? { values: [] };
    return Object.fromEntries(values.map(({ labels, value }) => [labels['outcome'], value]));
  }

  const stored = (id: string) =>
    fetch(`${base}/graphql?operation=EventName&variables=${encodeURIComponent(JSON.stringify({ id }))}`);

  it('caches stored operations, never stale, with ETag and CORS', async () => {
    const { pool } = service.database;
    const event = await make.createEvent(pool, { name: 'First' });
    const texts: string[] = [];
    for (const name of ['First', 'First', 'Second']) {
      await pool.query('update events set name = $1 where id = $2 and name <> $1', [name, event]);
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
    expect(await cacheOutcomes()).toEqual({ hit: 1, miss: 2, coalesced: 0 });
  });

  it('lists its stored operations, answers preflights and executes documents of clients', async () => {
    const listed = await fetch(`${base}/graphql/operations`);
    expect(Object.keys((await listed.json()) as object)).toEqual([
      'EventName',
      ...operationsOf(rowTables).map(operationName),
    ]);
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
    expect(importing.sort()).toEqual(['server/app/check-config.ts', 'server/app/rest-endpoint.ts']);
  });

  it.each(['*/*', 'application/json', 'text/html', 'text/html, application/json', ''])(
    'negotiates HTML in one place: Accept: %s',
    (accept) => {
      const isPage = cacheKeyOf('/v2.1', 'http://api.test', accept).startsWith('page ');
      expect(isPage).toBe(wantsPage('/v2.1', accept));
    },
  );
});
