import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask } from './ask.js';
import { flawOf } from './hostile-values.js';
import { startHostileWorld, type HostileWorld } from './hostile-world.js';
import { sendRaw } from './raw-request.js';
import { threadCpuMs } from '../support/cpu-time.js';

let world: HostileWorld;
beforeAll(async () => {
  world = await startHostileWorld();
});
afterAll(() => world.service.stop());

const JSON_TYPE = { 'Content-Type': 'application/json' };
const MEGABYTE = 1024 * 1024;
const bomb = Buffer.from(JSON.stringify({ comment: 'x'.repeat(200 * MEGABYTE) }));

type Headers = Record<string, string>;
type Body = Buffer | string;

/** Sends a body to each write that reads one; returns status and body of each distinct response. */
async function toEach(body: Body, headers: Headers): Promise<unknown[]> {
  const outcomes = new Map<string, unknown>();
  for (const { method, path, pattern } of world.writes) {
    if (pattern.endsWith('/images') || /^\/(twitter|facebook)/.test(pattern)) continue;
    if (method === 'DELETE' && pattern === '/events/{id}') continue;
    const response = await fetch(world.service.base + path, {
      method,
      headers: { Authorization: `Bearer ${world.token}`, ...headers },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    });
    const answer = { status: response.status, headers: response.headers, text: await response.text() };
    expect([method, path, flawOf(answer)]).toEqual([method, path, null]);
    outcomes.set(`${answer.status} ${answer.text}`, [answer.status, JSON.parse(answer.text)]);
  }
  return [...outcomes.values()];
}

const notJson = [400, ['The request body is not valid JSON']];
const notObject = [400, ['The request body must be a JSON object']];
const notUtf8 = [400, ['The request body must be written in UTF-8']];
const wrongType = [415, ['The request body must be JSON (Content-Type: application/json)']];
const tooLarge = [413, ['The request body is too large']];
const unreadable = (status: number) => [status, ['The request cannot be read']];

describe('every write rejects', () => {
  it.each<[string, () => Body, Headers, unknown]>([
    ['invalid JSON', () => '{"comment": ', JSON_TYPE, notJson],
    ['numbers that JSON does not have', () => '{"rating": NaN}', JSON_TYPE, notJson],
    ['half a million brackets that never close', () => '['.repeat(500_000), JSON_TYPE, unreadable(400)],
    ['half a million brackets that close', () => '['.repeat(400_000) + ']'.repeat(400_000), JSON_TYPE, unreadable(400)],
    ['ten thousand values', () => `{"a":[${'1,'.repeat(10_000)}1]}`, JSON_TYPE, unreadable(400)],
    ['ninety brackets that never close', () => '['.repeat(90), JSON_TYPE, notJson],
    ['ninety brackets that close', () => '['.repeat(90) + ']'.repeat(90), JSON_TYPE, notObject],
    ['a text', () => '"comment"', JSON_TYPE, notObject],
    ['bytes that are no UTF-8', () => Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), JSON_TYPE, notUtf8],
    [
      'UTF-16',
      () => Buffer.from('{"a":1}', 'utf16le'),
      { 'Content-Type': 'application/json; charset=utf-16' },
      [415, ['The request body must be written in UTF-8']],
    ],
    ['plain text', () => 'comment=1', { 'Content-Type': 'text/plain' }, wrongType],
    ['XML', () => '<a/>', { 'Content-Type': 'application/xml' }, wrongType],
    ['a multipart form', () => '--x--\r\n', { 'Content-Type': 'multipart/form-data; boundary=x' }, wrongType],
    ['bytes of no type', () => Buffer.from('{}'), { 'Content-Type': '' }, wrongType],
    ['a type that cannot be read', () => '{}', { 'Content-Type': 'application/json, text/html;;' }, wrongType],
    ['more than a megabyte', () => `{"comment":"${'x'.repeat(MEGABYTE)}"}`, JSON_TYPE, tooLarge],
    ['200 MB in a little gzip', () => gzipSync(bomb), { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, tooLarge],
    ['200 MB in a little deflate', () => deflateSync(bomb), { ...JSON_TYPE, 'Content-Encoding': 'deflate' }, tooLarge],
    ['200 MB in a little brotli', () => brotliCompressSync(bomb), { ...JSON_TYPE, 'Content-Encoding': 'br' }, tooLarge],
    ['an encoding that is not read', () => '{}', { ...JSON_TYPE, 'Content-Encoding': 'compress' }, unreadable(415)],
    ['invalid gzip', () => 'gzip', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, unreadable(400)],
  ])('%s', async (_, body, headers, expected) => {
    expect(await toEach(body(), headers)).toEqual([expected]);
  });
});

describe('a connection', () => {
  const head = (...lines: string[]) => [
    'POST /v2.1/events HTTP/1.1',
    `Authorization: Bearer ${world.token}`,
    'Content-Type: application/json',
    ...lines,
  ];

  it('whose body is too large gets an immediate response, and closes or continues in order', async () => {
    const parts = Array.from({ length: 60 }, () => Buffer.alloc(MEGABYTE, 'x'));
    const next = `GET /v2.1/languages HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
    const { text, endedMs } = await sendRaw(world.service, {
      head: head(`Content-Length: ${60 * MEGABYTE}`),
      body: [...parts, next],
      deadlineMs: 60_000,
    });
    expect(text.match(/HTTP\/1\.1 \d+/g)?.[0]).toBe('HTTP/1.1 413');
    expect(text).toContain('["The request body is too large"]');
    expect(endedMs).toBeLessThan(50_000);
  });

  it.each(['/v2.1/events', '/graphql'])(
    'that announces too much gets a response from %s before any of it arrived',
    async (path) => {
      const { status } = await sendRaw(world.service, {
        head: [`POST ${path} HTTP/1.1`, ...head(`Content-Length: ${60 * MEGABYTE}`).slice(1)],
        deadlineMs: 2_000,
      });
      expect(status).toBe(413);
    },
  );

  it('that breaks off in the body leaves nothing behind', async () => {
    const events = 'select from events';
    const before = await world.service.database.pool.query(events);
    const answer = await sendRaw(world.service, {
      head: head('Content-Length: 500'),
      body: ['{"name": "x"'],
      finish: true,
    });
    expect([0, 400]).toContain(answer.status);
    expect((await world.service.database.pool.query(events)).rowCount).toBe(before.rowCount);
  });

  it('gets 100 Continue if it expects that, and is rejected if it expects anything else', async () => {
    const told = await sendRaw(world.service, {
      head: head('Content-Length: 2', 'Expect: 100-continue', 'Connection: close'),
      body: ['{}'],
    });
    expect(told.text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /);
    const refused = await sendRaw(world.service, {
      head: head('Content-Length: 2', 'Expect: miracles', 'Connection: close'),
      body: ['{}'],
    });
    expect(refused.status).toBe(417);
  });

  it.each([
    ['two lengths', ['Content-Length: 2', 'Content-Length: 5']],
    ['a length and chunks', ['Content-Length: 2', 'Transfer-Encoding: chunked']],
    ['an invalid length', ['Content-Length: -1']],
    ['invalid chunks', ['Transfer-Encoding: chunked, identity']],
    ['a line folded', ['X-A: b', ' Transfer-Encoding: chunked', 'Content-Length: 2']],
  ])('with %s is never parsed as two requests', async (_, lines) => {
    const smuggled = 'GET /v2.1/languages HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const { text } = await sendRaw(world.service, {
      head: head(...lines, 'Connection: close'),
      body: [`{}${smuggled}`],
      finish: true,
    });
    expect(text.match(/HTTP\/1\.1 \d+/g) ?? []).toEqual(['HTTP/1.1 400']);
  });
});

describe('members of a body', () => {
  const comments = () => world.writes.find(({ pattern }) => pattern === '/talks/{id}/tracks')?.path ?? '';
  const post = (path: string, body: string, type = 'application/json') =>
    ask(world.service, path, { method: 'POST', token: world.token, headers: { 'Content-Type': type }, body });
  const tracks = () => world.writes.find(({ pattern }) => pattern === '/events/{id}/tracks')?.path ?? '';
  const names = async () => {
    const { rows } = await world.service.database.pool.query<{ name: string }>(
      'select name from tracks order by id desc',
    );
    return rows[0]?.name;
  };

  it('that are duplicated have the last value, in REST and GraphQL', async () => {
    expect((await post(tracks(), '{"track_name": "first", "track_name": "last"}')).status).toBe(201);
    expect(await names()).toBe('last');
  });

  it('may be named like members of Object.prototype, and change no object', async () => {
    const body = '{"__proto__": {"track_name": "polluted"}, "constructor": {"prototype": {"track_name": "polluted"}}}';
    const answer = await post(tracks(), body);
    expect([answer.status, answer.text]).toEqual([400, `["'track_name' is a required field"]`]);
    expect((await post(tracks(), '__proto__[track_name]=polluted', 'application/x-www-form-urlencoded')).status).toBe(
      400,
    );
    expect((await post(`${tracks()}?__proto__[track_name]=polluted`, '{}')).status).toBe(400);
    expect(Reflect.get({}, 'track_name')).toBeUndefined();
  });

  it('may be in a form or in the query, and the body takes precedence', async () => {
    expect((await post(tracks(), 'track_name=A+form', 'application/x-www-form-urlencoded; charset=UTF-8')).status).toBe(
      201,
    );
    expect(await names()).toBe('A form');
    expect((await post(`${tracks()}?track_name=Query`, '')).status).toBe(201);
    expect(await names()).toBe('Query');
    expect((await post(`${tracks()}?track_name=Query`, '{"track_name": "Body"}')).status).toBe(201);
    expect(await names()).toBe('Body');
    expect((await post(`${tracks()}?track_name[]=a&track_name[]=b`, '')).status).toBe(400);
    expect((await post(comments(), 'track_uri[]=a', 'application/x-www-form-urlencoded')).status).toBe(400);
  });

  it('with 50 000 members are parsed quickly', async () => {
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`field${index}`, index]));
    const form = Array.from({ length: 50_000 }, (_, index) => `f[${index}]=${index}`).join('&');
    const cpuMs = await threadCpuMs(async () => {
      expect((await post(tracks(), JSON.stringify(many))).status).toBe(400);
      expect((await post(tracks(), form, 'application/x-www-form-urlencoded')).status).toBe(400);
    });
    expect(cpuMs).toBeLessThan(10_000);
  });

  it('cannot override the method', async () => {
    const path = tracks();
    for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
      const answer = await ask(world.service, path, {
        method: 'POST',
        token: world.token,
        headers: { [name]: 'GET' },
        body: { track_name: 'Posted', _method: 'GET' },
      });
      expect(answer.status).toBe(201);
    }
  });
});
