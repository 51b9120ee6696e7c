import { request, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { negotiateCoding } from '../../src/http/compression.js';
import * as make from '../support/factories.js';
import { eventually } from '../support/process.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let [event, token] = ['', ''];

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  event = await make.createEvent(pool, { description: 'Long and winding. '.repeat(100) });
  token = await make.createToken(pool, await make.createUser(pool));
});
afterAll(() => service.stop());

interface Told {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Headers of every request, so that responses can be compared including headers. */
const id = { 'X-Request-Id': 'packed' };

/** The raw bytes: `fetch` would decompress them. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Told> {
  return new Promise((resolve, reject) => {
    request(service.base + path, { method, headers: { ...id, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) });
      });
    })
      .on('error', reject)
      .end();
  });
}

/** Retries until the response is compressed: compression runs in the background, not for the first caller. */
async function packed(path: string, coding: string, headers: Record<string, string> = {}): Promise<Told> {
  let told: Told | undefined;
  await eventually(async () => {
    told = await ask(path, { 'Accept-Encoding': coding, ...headers });
    return told.headers['content-encoding'] !== undefined;
  });
  return told!;
}

const unpack = { gzip: gunzipSync, br: brotliDecompressSync } as const;
const record = (query = '') => `/v2.1/events/${event}${query}`;
const byName = () => {
  const variables = JSON.stringify({ id: event, verbose: true });
  return `/graphql?operation=EventRecord&variables=${encodeURIComponent(variables)}`;
};

describe('a frequent response', () => {
  const forms = [
    ['a record', () => record()],
    ['a script', () => record('?callback=f')],
    ['an HTML page', () => record('?format=html')],
    ['a stored operation', byName],
  ] as const;
  const cases = forms.flatMap(([name, path]) => [[name, 'gzip', path] as const, [name, 'br', path] as const]);

  it.each(cases)('is compressed for clients that accept it: %s, %s', async (_, coding, path) => {
    const plain = await ask(path());
    const told = await packed(path(), coding);
    expect(unpack[coding](told.bytes).equals(plain.bytes)).toBe(true);
    const { 'content-encoding': __, 'content-length': length, etag, date: ___, ...others } = told.headers;
    const { 'content-length': ____, etag: tag = '', date: _____, ...plainly } = plain.headers;
    expect([others, Number(length), etag]).toEqual([plainly, told.bytes.length, `${tag.slice(0, -1)}-${coding}"`]);
    expect(told.headers.vary).toBe('Accept, Authorization, Accept-Encoding');
    const head = await ask(path(), { 'Accept-Encoding': coding }, 'HEAD');
    expect([head.bytes.length, head.headers.etag, head.headers['content-length']]).toEqual([0, etag, length]);
  });

  it('matches the entity tag of any of its variants', async () => {
    const { headers } = await ask(record());
    const { etag: tag = '' } = headers;
    for (const known of [tag, `${tag.slice(0, -1)}-gzip"`, `W/${tag.slice(0, -1)}-br"`]) {
      for (const coding of ['identity', 'gzip', 'br']) {
        const told = await ask(record(), { 'If-None-Match': known, 'Accept-Encoding': coding });
        expect([told.status, told.headers.etag, told.bytes.length]).toEqual([304, known.replace('W/', ''), 0]);
      }
    }
  });

  it('is compressed immediately if the client accepts nothing else', async () => {
    const path = record('?verbose=yes&first=time');
    const told = await ask(path, { 'Accept-Encoding': 'br;q=0, gzip, identity;q=0' });
    expect(told.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(told.bytes).equals((await ask(path)).bytes)).toBe(true);
  });

  it('is not compressed if it is short or private: compression would leak secrets beside chosen text (BREACH)', async () => {
    for (const coding of ['gzip, br', 'gzip, br', 'gzip, br', 'gzip, identity;q=0']) {
      const takesAll = { 'Accept-Encoding': coding };
      const short = await ask('/v2.1/languages/1', takesAll);
      const own = await ask(record(), { ...takesAll, Authorization: `Bearer ${token}` });
      expect([short.headers['content-encoding'], own.headers['content-encoding']]).toEqual([undefined, undefined]);
    }
  });

  it('is compressed again after a change', async () => {
    const before = await packed(record(), 'gzip');
    await service.database.pool.query(`update events set name = 'Another name' where id = $1`, [event]);
    const after = await ask(record(), { 'Accept-Encoding': 'gzip, identity;q=0' });
    expect(gunzipSync(after.bytes).toString()).toContain('Another name');
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });
});

describe('content coding negotiation (RFC 9110, 12.5.3)', () => {
  it.each([
    [undefined, 'identity', false],
    ['', 'identity', false],
    ['gzip, deflate, br', 'br', false],
    ['gzip', 'gzip', false],
    ['X-GZIP', 'gzip', false],
    ['gzip;q=1.0, br;q=0.9', 'gzip', false],
    ['gzip; q=0.5, br ;q=0.5', 'br', false],
    ['gzip;q=0, br;q=0', 'identity', false],
    ['deflate, zstd', 'identity', false],
    ['*', 'br', false],
    ['*, br;q=0', 'gzip', false],
    ['gzip;q=0.5, identity', 'identity', false],
    ['gzip, identity;q=0.5', 'gzip', false],
    ['gzip, identity;q=0', 'gzip', true],
    ['gzip, *;q=0', 'gzip', true],
    ['identity;q=0', 'identity', true],
    ['gzip;q=2', 'identity', false],
    ['gzip;q=x, br;q=-1', 'identity', false],
    [',,;q=1', 'identity', false],
  ])('Accept-Encoding: %s selects %s', (header, coding, rejectsIdentity) => {
    expect(negotiateCoding(header)).toEqual({ coding, rejectsIdentity });
  });
});
