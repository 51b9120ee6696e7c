import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { chooseServerAccount } from '../src/database/embedded/account.js';
import { runProgram } from './program.js';
import type { Site } from './site.js';
import { freePort, until } from './waiting.js';

/** As in `docs/operate.md`. pgbouncer ignores the timeouts in the service's startup parameters. */
const configuration = (port: number, server: URL) => `
[databases]
* = host=${server.hostname} port=${server.port} user=${server.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 10
max_client_conn = 500
ignore_startup_parameters = extra_float_digits, statement_timeout, lock_timeout, idle_in_transaction_session_timeout, options
`;

/** @returns the connection URL of the same database through a pgbouncer with ten server connections */
export async function startPgbouncer(site: Site, url: string): Promise<string> {
  const server = new URL(url);
  const port = await freePort();
  const file = join(await site.folder(), 'pgbouncer.ini');
  await writeFile(file, configuration(port, server));
  const pgbouncer = runProgram('pgbouncer', ['-q', file], site.cleanup, await chooseServerAccount(undefined));
  server.port = String(port);
  await until('pgbouncer forwards statements', async () => {
    pgbouncer.check();
    const client = new pg.Client({ connectionString: server.href });
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  });
  return server.href;
}
