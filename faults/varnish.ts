import { readFileSync, readdirSync, existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram, runProgram } from './program.js';
import type { Site } from './site.js';
import { freePort, statusOf, until } from './waiting.js';

/** The configuration for operators; only the address of the backend differs. */
const CONFIGURATION = fileURLToPath(new URL('../../deploy/varnish.vcl', import.meta.url));
const HOST = '.host = "haproxy";';
const PORT = '.port = "8080";';
/** Path of `CDN_PURGE_URL` in it. */
export const PURGE_PATH = '/.purge';

/** Whether Varnish and its module xkey are installed. */
export function hasVarnish(): boolean {
  const libraries = '/usr/lib';
  const modules = readdirSync(libraries).map((name) => join(libraries, name, 'varnish/vmods/libvmod_xkey.so'));
  return findProgram('varnishd') !== undefined && modules.some((path) => existsSync(path));
}

/** A Varnish in front of a server. */
export interface Varnish {
  readonly base: string;
  /** Waits until it forwards requests. */
  ready(): Promise<void>;
}

/**
 * Starts a Varnish that caches in memory.
 *
 * @param backend address of the server, which may not run yet
 */
export async function startVarnish(site: Site, backend: string): Promise<Varnish> {
  const configuration = readFileSync(CONFIGURATION, 'utf8');
  for (const line of [HOST, PORT])
    if (!configuration.includes(line)) throw new Error(`${CONFIGURATION} does not contain ${line}`);
  const [folder, port] = [await site.folder(), await freePort()];
  const file = join(folder, 'lectern.vcl');
  const { hostname, port: backendPort } = new URL(backend);
  await writeFile(
    file,
    configuration.replace(HOST, `.host = "${hostname}";`).replace(PORT, `.port = "${backendPort}";`),
  );
  const given = ['-F', '-n', join(folder, 'varnish'), '-a', `127.0.0.1:${port}`, '-T', 'none', '-f', file];
  const varnish = runProgram('varnishd', [...given, '-s', 'malloc,64m'], site.cleanup);
  const base = `http://127.0.0.1:${port}`;
  return {
    base,
    ready: () =>
      until('Varnish forwards requests', async () => {
        varnish.check();
        return (await statusOf(`${base}/v2.1/languages`)).status === 200;
      }),
  };
}
