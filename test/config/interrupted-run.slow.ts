import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { root } from '../docs/pages.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { eventually } from '../support/process.js';

afterEach(cleanUp);

it('Ctrl-C ends a run of the tests with its PostgreSQL and its folders', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-interrupted-'));
  atTheEnd(() => rm(folder, { recursive: true, force: true }));
  // For root, PostgreSQL runs under another account, which needs access.
  await chmod(folder, 0o755);
  const ours = async () => (await readdir(folder)).filter((name) => name.startsWith('lectern-')).sort();
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], TMPDIR: folder };
  const run = spawn(process.execPath, ['.config/test.mjs', 'config/near-files'], { cwd: root, env, stdio: 'ignore' });
  const exit = once(run, 'exit');
  await eventually(async () =>
    (await ours()).some((name) => existsSync(join(folder, name, 'postgres/postmaster.pid'))),
  );
  expect((await ours()).map((name) => name.replace(/-\w+$/, ''))).toEqual([
    'lectern-prepared',
    'lectern-recording',
    'lectern-test',
  ]);
  // npm repeats the signal of the terminal.
  run.kill('SIGINT');
  run.kill('SIGINT');
  expect(await exit).toEqual([null, 'SIGINT']);
  expect(await ours()).toEqual([]);
});
