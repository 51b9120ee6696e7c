/**
 * Runs haproxy and Varnish with the files of deploy/, on free ports, in front of two stand-ins for the service, and
 * checks what docs/operate.md promises. Usage: node .config/check-proxies.mjs FOLDER
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const [folder = '.'] = process.argv.slice(2);
const started = [];

async function listen(handle) {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  started.push(() => (server.closeAllConnections(), server.close()));
  return server.address().port;
}

/** A service that is ready as told, and notes the requests that it receives. */
async function standIn() {
  const state = { ready: true, writable: true, received: [] };
  const admin = await listen((request, response) => {
    const isReady = request.url === '/ready/writes' ? state.writable : state.ready;
    response.writeHead(isReady ? 200 : 503).end();
  });
  const port = await listen((request, response) => {
    state.received.push(`${request.method} ${request.url}`);
    response.writeHead(200, { xkey: 'event-7 all', 'Cache-Control': 'max-age=0, must-revalidate, s-maxage=60' });
    response.end(String(state.received.length));
  });
  return { state, port, admin };
}

function run(program, args) {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  started.push(() => child.kill('SIGTERM'));
}

async function until(what, isSo) {
  for (let waited = 0; waited < 15_000; waited += 50) {
    if (await isSo().catch(() => false)) return;
    await sleep(50);
  }
  throw new Error(`Timed out: ${what}`);
}

const services = [await standIn(), await standIn()];
const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
};
const [http, database, cached] = [await freePort(), await freePort(), await freePort()];
const send = async (path, options = {}, port = http) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, options);
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const post = (path, headers = {}, port = http) => send(path, { method: 'POST', headers }, port);
const received = () => services.map(({ state }) => state.received.splice(0));
const set = (change) => services.forEach(({ state }) => Object.assign(state, change));

try {
  let configuration = readFileSync('deploy/haproxy.cfg', 'utf8')
    .replace('bind :8080', `bind 127.0.0.1:${http}`)
    .replace('bind :5432', `bind 127.0.0.1:${database}`)
    .replaceAll(/(server postgres-\d) \S+/g, '$1 127.0.0.1:1');
  services.forEach(({ port, admin }, place) => {
    const name = `lectern-${place + 1}`;
    configuration = configuration.replaceAll(`${name}:8080 port 8081`, `127.0.0.1:${port} port ${admin}`);
  });
  writeFileSync(join(folder, 'haproxy.cfg'), configuration);
  run('haproxy', ['-db', '-q', '-f', join(folder, 'haproxy.cfg')]);
  await until('haproxy forwards', async () => (await send('/')).status === 200);

  received();
  for (let times = 0; times < 4; times += 1) await send('/v2.1/events');
  assert.deepEqual(
    received().map(({ length }) => length),
    [2, 2],
    'both services serve reads',
  );

  set({ writable: false });
  await until('writes are refused', async () => (await post('/v2.1/events')).status === 503);
  const refused = await post('/v2.1/events');
  assert.deepEqual(
    [refused.status, refused.headers.get('retry-after'), JSON.parse(refused.text)],
    [503, '2', ['Service unavailable']],
  );
  assert.deepEqual([(await send('/v2.1/events')).status, (await post('/graphql')).status], [200, 200], 'reads go on');

  set({ writable: true });
  await until('writes again', async () => (await post('/v2.1/events')).status === 200);
  services[0].state.ready = false;
  await sleep(1_500);
  received();
  for (let times = 0; times < 4; times += 1) assert.equal((await send('/v2.1/events')).status, 200);
  assert.deepEqual(
    received().map(({ length }) => length),
    [0, 4],
    'a service that drains gets no request',
  );
  services[0].state.ready = true;

  const vcl = readFileSync('deploy/varnish.vcl', 'utf8')
    .replace('"haproxy"', '"127.0.0.1"')
    .replace('"8080"', `"${http}"`);
  writeFileSync(join(folder, 'varnish.vcl'), vcl);
  const varnish = ['-F', '-n', join(folder, 'varnish'), '-a', `127.0.0.1:${cached}`, '-T', 'none', '-s', 'malloc,16m'];
  run('varnishd', [...varnish, '-f', join(folder, 'varnish.vcl')]);
  await until('Varnish forwards', async () => (await send('/', {}, cached)).status === 200);
  const first = await send('/v2.1/events/7', {}, cached);
  const second = await send('/v2.1/events/7', {}, cached);
  assert.deepEqual([second.text, second.headers.get('xkey')], [first.text, null], 'a response is cached, without keys');
  const own = await send('/v2.1/events/7', { headers: { authorization: 'Bearer x' } }, cached);
  assert.notEqual(own.text, first.text, 'a response to one user is not cached');
  assert.equal((await post('/.purge')).status, 404, 'haproxy forwards no purge');
  assert.equal((await post('/.purge', { xkey: 'event-7', 'x-forwarded-for': '192.0.2.1' }, cached)).status, 404);
  assert.equal((await send('/v2.1/events/7', {}, cached)).text, first.text);
  assert.equal((await post('/.purge', { xkey: 'event-7' }, cached)).status, 204);
  assert.notEqual((await send('/v2.1/events/7', {}, cached)).text, first.text, 'a purge removes a response');
  console.log('haproxy and Varnish do what deploy/ promises.');
} finally {
  for (const stop of started.reverse()) stop();
}
