import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { atTheEnd } from '../support/clean-up.js';
import { spawnLectern, untilBanner, type ServiceProcess } from '../support/process.js';

/** Packed by `.config/pack-release.mjs`: each file by its path. */
interface Packed {
  readonly program: string;
  readonly files: Readonly<Record<string, string>>;
}

const FIXTURE = 'test/fixtures/released-service.json.br';

/** Unpacks the released service into a temporary folder. @returns the path of its program */
async function unpackReleased(): Promise<string> {
  const { program, files } = JSON.parse(brotliDecompressSync(readFileSync(FIXTURE)).toString()) as Packed;
  const folder = await mkdtemp(join(tmpdir(), 'lectern-released-'));
  atTheEnd(() => rm(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  // Packages that the fixture does not contain.
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  return join(folder, program);
}

/** Starts the released service on free ports, and waits for its banner. */
export async function startReleased(environment: Record<string, string>): Promise<ServiceProcess> {
  const ports = { PORT: '0', ADMIN_PORT: '0' };
  return untilBanner(spawnLectern(process.execPath, [await unpackReleased()], { ...ports, ...environment }));
}
