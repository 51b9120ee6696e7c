import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TALK_FEEDBACK } from '../../faults/event-streams.js';
import { runProgram } from '../../faults/program.js';
import { statusOf, until } from '../../faults/waiting.js';
import type { Cleanup } from '../../src/server/composition/lifecycle.js';
import { createWorld, type FeedbackWorld } from '../feedback/world.js';
import { ask } from '../rest/ask.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { freePort } from '../support/free-port.js';
import { eventually } from '../support/process.js';
import { startService, type TestService } from '../support/service.js';

const TYPES = ['application/json', 'text/event-stream'];

/** Debian's proxies, each compressing everything that it may. */
const proxies = {
  haproxy: {
    configuration: (port: number, target: string) => `
global
  maxconn 100
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
listen lectern
  bind 127.0.0.1:${port}
  filter compression
  compression algo gzip
  compression type ${TYPES.join(' ')}
  server lectern ${target}
`,
    parameters: (file: string) => ['-db', '-f', file],
  },
  nginx: {
    configuration: (port: number, target: string, folder: string) => `
daemon off;
pid ${folder}/pid;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  gzip on;
  gzip_proxied any;
  gzip_min_length 0;
  gzip_types ${TYPES.join(' ')};
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://${target};
      proxy_http_version 1.1;
    }
  }
}
`,
    parameters: (file: string, folder: string) => ['-p', folder, '-c', file, '-e', 'stderr'],
  },
} as const;

let service: TestService;
let world: FeedbackWorld;
beforeAll(async () => {
  service = await startService({ LIMIT_REQUESTS_ADDRESS: 'off', TALK_COMMENT_LIMIT: 'off' });
  world = await createWorld(service, 'PUBLIC');
});
afterAll(async () => {
  await cleanUp();
  await service.stop();
});

/** Starts a proxy in front of the service until the end of the tests. @returns its origin */
async function startProxy(name: keyof typeof proxies): Promise<string> {
  const { configuration, parameters } = proxies[name];
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), `lectern-${name}-`));
  atTheEnd(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, `${name}.conf`);
  await writeFile(file, configuration(port, new URL(service.base).host, folder));
  const cleanup: Pick<Cleanup, 'add'> = { add: atTheEnd };
  const proxy = runProgram(name, parameters(file, folder), cleanup as Cleanup);
  const base = `http://127.0.0.1:${port}`;
  await until(`${name} forwards requests`, async () => {
    proxy.check();
    return (await statusOf(`${base}/v2.1/languages`)).status === 200;
  });
  return base;
}

/** Reads the text of a stream while it arrives. */
async function follow(base: string): Promise<() => string> {
  const parameters = new URLSearchParams({ query: TALK_FEEDBACK, variables: JSON.stringify({ talkId: world.talk }) });
  const controller = new AbortController();
  atTheEnd(() => controller.abort());
  const response = await fetch(`${base}/graphql?${String(parameters)}`, {
    headers: { Accept: 'text/event-stream', 'Accept-Encoding': 'gzip' },
    signal: controller.signal,
  });
  let text = '';
  const decoder = new TextDecoder();
  const read = async () => {
    for await (const bytes of response.body ?? []) text += decoder.decode(bytes as Uint8Array, { stream: true });
  };
  read().catch((error: unknown) => {
    if (!controller.signal.aborted) throw error;
  });
  return () => text;
}

describe.each(['haproxy', 'nginx'] as const)('Behind %s, which compresses', (name) => {
  let base: string;
  beforeAll(async () => {
    base = await startProxy(name);
  });

  it('a record is saved with the tag that the client received, once', async () => {
    const path = `${base}/v2.1/events/${world.event}/tracks`;
    const headers = { Authorization: `Bearer ${world.tokens.host}`, 'Content-Type': 'application/json' };
    const created = await fetch(path, { method: 'POST', headers, body: JSON.stringify({ track_name: `By ${name}` }) });
    const url = `${base}${new URL(created.headers.get('location') ?? '').pathname}`;
    const read = await fetch(url, { headers: { ...headers, 'Accept-Encoding': 'gzip' } });
    await read.arrayBuffer();
    const tag = read.headers.get('etag') ?? '';
    expect([read.headers.get('content-encoding'), tag]).toEqual(['gzip', expect.stringMatching(/^W\/"/)]);
    const save = (track_name: string) =>
      fetch(url, { method: 'PUT', headers: { ...headers, 'If-Match': tag }, body: JSON.stringify({ track_name }) });
    expect([(await save('Mine')).status, (await save('Lost')).status]).toEqual([204, 412]);
    const again = { ...headers, 'Accept-Encoding': 'gzip', 'Cache-Control': 'max-age=0' };
    const current = (await fetch(url, { headers: again })).headers.get('etag') ?? '';
    expect((await fetch(url, { headers: { ...again, 'If-None-Match': current } })).status).toBe(304);
  });

  it('each event arrives completely before anything follows it', async () => {
    const [text, direct] = [await follow(base), await follow(service.base)];
    const beats = () => direct().match(/^:$/gm)?.length ?? 0;
    await eventually(() => beats() === 1);
    for (const comment of [`First by ${name}`, `Second by ${name}`]) {
      const body = { comment, rating: 4 };
      const path = `/v2.1/talks/${world.talk}/comments`;
      expect((await ask(service, path, { method: 'POST', token: world.tokens.attendee, body })).status).toBe(201);
      // A proxy would hold back the end of an event, until the next event or heartbeat.
      await eventually(() => new RegExp(`${comment}.*\n\n`).test(text()));
    }
    expect(beats()).toBe(1);
  });
});
