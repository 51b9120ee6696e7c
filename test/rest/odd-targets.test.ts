import { connect } from 'node:net';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-targets-'));
  await mkdir(join(folder, 'images'));
  await writeFile(join(folder, 'images', 'one.png'), 'not really a picture');
  service = await startService({ DATA_DIR: folder });
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

/** The whole response to a raw request line, which no client library would send. */
async function raw(line: string): Promise<string> {
  const { host, hostname, port } = new URL(service.base);
  const socket = connect(Number(port), hostname);
  socket.write(`${line}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  let text = '';
  for await (const chunk of socket.setEncoding('utf8')) text += String(chunk);
  return text;
}

it('ignores scheme and host of a request target in its links', async () => {
  const answer = await raw('GET http://evil.example/v2.1/events?resultsperpage=1 HTTP/1.1');
  expect(answer).toContain(`"this_page":"${service.base}/v2.1/events?resultsperpage=1&start=0"`);
  expect(answer).not.toContain('evil');
});

it.each(['GET * HTTP/1.1', 'GET v2.1 HTTP/1.1'])('rejects the unknown path %s', async (line) => {
  expect(await raw(line)).toMatch(/^HTTP\/1\.1 40[04] /);
});

it.each([
  ['a range beyond the end', { Range: 'bytes=99999-' }, 416],
  ['a precondition that does not hold', { 'If-Match': '"x"' }, 412],
])('returns %s of an image with its media type', async (_, headers, status) => {
  expect((await fetch(`${service.base}/images/one.png`, { headers })).status).toBe(status);
});

it('serves no third-party page below /graphql', async () => {
  const response = await fetch(`${service.base}/graphql/anything`, { headers: { Accept: 'text/html' } });
  const page = await response.text();
  expect([response.status, page.includes('API version must be specified')]).toEqual([404, true]);
  expect(page).not.toContain('<script');
});
