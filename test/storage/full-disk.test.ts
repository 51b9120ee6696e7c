import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const CHILD = fileURLToPath(new URL('put-in-child.js', import.meta.url));
const run = promisify(execFile);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-images-'));
});
afterEach(() => rm(folder, { recursive: true }));

const unavailable = (why: string): unknown => ({
  code: 'UNAVAILABLE',
  problems: [{ reason: 'STORAGE_UNAVAILABLE' }],
  reports: [expect.stringContaining(why)],
});

/** Stores images in a separate process, started by a shell command; returns its last line of output. */
async function put(before: string, bytes: number, times: number): Promise<unknown> {
  const command = `${before} exec "$0" "$@"`;
  const { stdout } = await run('sh', ['-c', command, process.execPath, CHILD, folder, `${bytes}`, `${times}`]);
  const last = stdout.trim().split('\n').at(-1)!;
  return last.startsWith('{') ? JSON.parse(last) : last;
}

describe('an image that does not fit leaves nothing behind, and causes an error', () => {
  it('if a limit of the file size is exceeded (RLIMIT_FSIZE, which every account may set)', async () => {
    expect(await put('', 200_000, 1)).toBe('stored');
    const before = await readdir(folder);
    expect(await put('ulimit -f 64;', 200_000, 1)).toEqual(unavailable('EFBIG'));
    expect(await readdir(folder)).toEqual(before);
  });

  // A really full disk, if this account can mount one: root on Linux, as in .ci/run.
  if (mayMount()) {
    it('if a disk of 1 MB is full (ENOSPC)', async () => {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
      try {
        expect(await put('', 300_000, 9)).toEqual(unavailable('ENOSPC'));
        expect(await readdir(folder)).toEqual(Array(3).fill(expect.stringMatching(/^event-7-[0-9a-f]{16}-orig\.png$/)));
      } finally {
        execFileSync('umount', [folder]);
      }
    });
  }
});

function mayMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0;
}
