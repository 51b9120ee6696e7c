import { cp, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freePort } from '../support/free-port.js';
import { eventually, spawnLectern, stopProcess, type LecternProcess } from '../support/process.js';
import { attach, compiledPosition } from './inspector.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PARTS = [
  '.config',
  '.vscode',
  'dist-playground',
  'dist-reference',
  'feeds',
  'pages',
  'rest-facade',
  'schema',
  'src',
];
const PACKAGE = ['package.json', 'package-lock.json', 'tsconfig.json'];
const SOURCE = 'rest-facade/nouns/landing/routes.ts';
const LINE = "'hot-events': links.events('hot'),";

interface Launch {
  readonly configurations: readonly { address: string; port: number; outFiles: [string] }[];
}

/** A copy of the work tree, whose sources may be edited. */
let tree: string;
let base: string;
let dev: LecternProcess;
beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'lectern-dev-'));
  for (const part of [...PARTS, ...PACKAGE]) await cp(join(ROOT, part), join(tree, part), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  const port = String(await freePort());
  base = `http://127.0.0.1:${port}`;
  const environment = { DATA_DIR: join(tree, '.data'), PORT: port, ADMIN_PORT: '0' };
  dev = spawnLectern('npm', ['run', '--prefix', tree, 'dev'], environment);
  await eventually(async () => (await landing()) !== undefined);
});
afterAll(() => rm(tree, { recursive: true, force: true }));

let requests = 0;
/** The links of the landing page, not from the cache; undefined while the service does not run. */
async function landing(): Promise<Record<string, string> | undefined> {
  try {
    const response = await fetch(`${base}/?request=${(requests += 1)}`);
    const body = (await response.json()) as Record<string, string>;
    return response.ok ? body : undefined;
  } catch {
    return undefined;
  }
}
const edit = async (from: string, to: string) => {
  const path = join(tree, SOURCE);
  const text = await readFile(path, 'utf8');
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
};

it('A breakpoint in a source, set as .vscode/launch.json configures, is hit', async () => {
  const launch = JSON.parse(await readFile(join(tree, '.vscode/launch.json'), 'utf8')) as Launch;
  const { address, port, outFiles } = launch.configurations[0]!;
  const lines = (await readFile(join(tree, SOURCE), 'utf8')).split('\n');
  const line = lines.findIndex((text) => text.includes(LINE)) + 1;
  const position = compiledPosition(outFiles[0].replace('${workspaceFolder}', tree), SOURCE, line);
  const inspector = await attach(`${address}:${port}`);
  await inspector.send('Debugger.enable');
  const set = await inspector.send('Debugger.setBreakpointByUrl', position);
  expect(set['locations']).toHaveLength(1);
  const paused = inspector.next('Debugger.paused');
  const response = landing();
  expect((await paused)['hitBreakpoints']).toEqual([set['breakpointId']]);
  await inspector.send('Debugger.removeBreakpoint', { breakpointId: set['breakpointId'] });
  await inspector.send('Debugger.resume');
  inspector.close();
  expect(await response).toHaveProperty('hot-events');
});

it('An edit is visible after a restart, during which PostgreSQL keeps running', async () => {
  const server = () => readFile(join(tree, '.data/postgres/postmaster.pid'), 'utf8');
  const before = await server();
  await edit(LINE, "'hot-events': links.events('upcoming'),");
  await eventually(async () => (await landing())?.['hot-events']?.endsWith('filter=upcoming') === true);
  expect((await server()).split('\n')[0]).toBe(before.split('\n')[0]);
});

it('An edit of the text of a page is visible', async () => {
  const file = join(tree, 'src/http/pages/robots.txt');
  const text = () => fetch(`${base}/robots.txt`).then((response) => response.text());
  const robots = await text();
  await writeFile(file, `${robots}# edited\n`);
  await eventually(async () => (await landing()) !== undefined && (await text()) === `${robots}# edited\n`);
});

it('A build that fails leaves the last good one running, with the files that it imports later', async () => {
  const built = await readdir(join(tree, 'dist-dev/bin'), { recursive: true });
  await edit("'hot-events': links.events('upcoming'),", "'hot-events': links.events(,");
  await eventually(() => dev.output().includes('The build has failed'));
  expect((await landing())?.['hot-events']).toMatch(/filter=upcoming$/);
  expect(await readdir(join(tree, 'dist-dev/bin'), { recursive: true })).toEqual(built);
});

it('Its end ends the service and PostgreSQL, also right after an edit', async () => {
  const edits = dev.output().split('starting.').length;
  await edit("'hot-events': links.events(,", LINE);
  await eventually(() => dev.output().split('starting.').length > edits);
  await stopProcess(dev, 'SIGINT');
  expect(await landing()).toBeUndefined();
  expect(existsSync(join(tree, '.data/postgres/postmaster.pid'))).toBe(false);
});
