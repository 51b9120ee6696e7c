// Follows the Dockerfile without a container engine: assembles the contents of the image in a temporary folder, starts
// it under an account that can write only to the data folder, and checks its health. Needs DATABASE_URL of a database
// that may be filled. Parts that require an engine (base image, USER, VOLUME, RUN of the last stage) are skipped.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, matchesGlob, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const NOBODY = 65_534;
const PATIENCE_MS = 60_000;

const isRoot = process.getuid() === 0;
const account = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
const root = mkdtempSync(join(tmpdir(), 'lectern-image-'));
const [build, image, data] = ['build', 'image', 'data'].map((name) => join(root, name));

/** The instructions of each stage, as pairs of keyword and arguments. */
const stages = readFileSync('Dockerfile', 'utf8')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split(/^FROM .*$/m)
  .slice(1)
  .map((stage) => [...stage.matchAll(/^([A-Z]+) +(.+)$/gm)].map(([, word, rest]) => ({ word, rest })));
const [buildStage, imageStage] = stages;
const allOf = (stage, name) => stage.filter(({ word }) => word === name).map(({ rest }) => rest);
const command = (text) => JSON.parse(text.slice(text.indexOf('[')));

function run(file, parameters, options) {
  const { status } = spawnSync(file, parameters, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
  if (status !== 0) throw new Error(`${[file, ...parameters].join(' ')} ended with ${status}`);
}

const ignored = readFileSync('.dockerignore', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
/** Whether the build context contains a file of the project: the last matching line decides. */
function isSent(path) {
  const parents = path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
  const lines = ignored.filter((line) => parents.some((part) => matchesGlob(part, line.replace(/^!/, ''))));
  return lines.at(-1)?.startsWith('!') ?? true;
}

const steps = {
  COPY(rest) {
    const paths = rest.split(' ');
    const to = join(build, paths.pop());
    for (const from of paths) {
      const target = from === '.' ? to : join(to, from);
      cpSync(from, target, { recursive: true, filter: (path) => path === from || isSent(relative('.', path)) });
    }
  },
  RUN(rest) {
    const { NODE_ENV: _, ...environment } = process.env;
    const npm = { npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' };
    run('sh', ['-c', rest], { cwd: build, env: { ...environment, ...npm } });
  },
  WORKDIR: () => undefined,
};

function putTogether() {
  for (const folder of [build, image, data]) mkdirSync(folder);
  for (const { word, rest } of buildStage) steps[word](rest);
  for (const rest of allOf(imageStage, 'COPY')) {
    const [, from, to] = /^--from=build \/app\/(\S+) \.\/(\S*)$/.exec(rest);
    const target = to === '' ? join(image, basename(from)) : join(image, to);
    mkdirSync(dirname(target), { recursive: true });
    renameSync(join(build, from), target);
  }
}

/** Packages of the image that only development needs. */
function superfluous() {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  return Object.entries(packages)
    .filter(([path, { dev }]) => dev && existsSync(join(image, path, 'package.json')))
    .map(([path]) => path);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((closed) => server.close(closed));
  return String(port);
}

async function start() {
  const environment = Object.fromEntries(
    allOf(imageStage, 'ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('='))),
  );
  const key = join(root, 'secret-key');
  writeFileSync(key, `${'k'.repeat(40)}\n`);
  // Other accounts may have no access to the project's own Node.
  const node = join(root, 'node');
  copyFileSync(process.execPath, node);
  if (isRoot) chownSync(data, NOBODY, NOBODY);
  else run('chmod', ['-R', 'a-w', image]);
  const [port, adminPort] = [await freePort(), await freePort()];
  const env = {
    ...environment,
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: port,
    ADMIN_PORT: adminPort,
    BASE_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: data,
    DATABASE_URL: process.env.DATABASE_URL,
    SECRET_KEY_FILE: key,
  };
  const options = { cwd: image, env, ...account };
  const parametersOf = (words) => words.slice(words[0] === 'node' ? 1 : 0);
  const service = spawn(node, parametersOf(command(allOf(imageStage, 'CMD')[0])), { ...options, stdio: 'inherit' });
  process.once('exit', () => service.kill());
  const health = parametersOf(command(allOf(imageStage, 'HEALTHCHECK')[0]));
  return { node, options, port, service, isWell: () => spawnSync(node, health, options).status === 0 };
}

async function tryOut() {
  const { node, options, port, service, isWell } = await start();
  const ended = once(service, 'exit');
  try {
    const deadline = Date.now() + PATIENCE_MS;
    const base = `http://127.0.0.1:${port}`;
    const answers = () =>
      fetch(base).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(isWell() && (await answers()))) {
      if (Date.now() > deadline || service.exitCode !== null) throw new Error('The service does not become healthy');
      await pause(200);
    }
    for (const path of ['/', '/graphql', '/docs', '/v2.1/events', '/v2.1/openapi.json', '/graphql/operations']) {
      const { status } = await fetch(base + path, { headers: { Accept: 'text/html, application/json;q=0.9' } });
      console.log(`${status}  ${path}`);
      if (status !== 200) throw new Error(`${path} answers ${status}`);
    }
    run(node, ['dist/bin/lectern.js', 'doctor'], options);
  } finally {
    service.kill('SIGTERM');
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`The service ended with ${code} after SIGTERM`);
}

process.once('SIGTERM', () => process.exit(143));
process.once('exit', () => {
  if (!isRoot) run('chmod', ['-R', 'u+w', root]);
  rmSync(root, { recursive: true });
});
chmodSync(root, 0o755);
putTogether();
const needless = superfluous();
if (needless.length > 0) throw new Error(`The image has development packages: ${needless.join(', ')}`);
run('du', ['-sm', image]);
await tryOut();
