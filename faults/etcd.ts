import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chooseServerAccount } from '../src/database/embedded/account.js';
import { ownedBy } from './owned-folder.js';
import { runProgram } from './program.js';
import type { Site } from './site.js';
import { freePort, statusOf, until } from './waiting.js';

/**
 * Starts an etcd of one member with the v2 API, until the end of the fault.
 *
 * @returns its address, such as `127.0.0.1:2379`
 */
export async function startEtcd(site: Site): Promise<string> {
  const account = await chooseServerAccount(undefined);
  const folder = join(await site.folder(), 'etcd');
  // etcd requires that only its account can enter the folder.
  mkdirSync(folder, { mode: 0o700 });
  ownedBy(account, folder);
  const [client, peer] = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${port}`);
  const given = Object.entries({
    ...{ name: 'etcd', 'data-dir': folder, 'enable-v2': 'true', 'log-level': 'error', logger: 'zap' },
    ...{ 'listen-client-urls': client, 'advertise-client-urls': client },
    ...{ 'listen-peer-urls': peer, 'initial-advertise-peer-urls': peer, 'initial-cluster': `etcd=${peer}` },
  }).map(([name, value]) => `--${name}=${value}`);
  const etcd = runProgram('etcd', given, site.cleanup, account);
  await until('etcd is healthy', async () => {
    etcd.check();
    return (await statusOf(`${client}/health`)).status === 200;
  });
  return new URL(client!).host;
}
