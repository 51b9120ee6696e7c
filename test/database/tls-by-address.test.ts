import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeOrm, createOrm, type DatabaseAddress } from '../../src/database/orm.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { createCertificate } from '../webhooks/certificate.js';

let database: TestDatabase;
let folder: string;
let server: Server;
let port: number;

/** Connects to the test server without TLS. */
function connectToPostgres(address: DatabaseAddress): Socket {
  if (!('url' in address)) return createConnection(join(address.host, `.s.PGSQL.${address.port}`));
  const { hostname, port: serverPort } = new URL(address.url);
  return createConnection(Number(serverPort), hostname);
}

/** The request of a client for TLS is 8 bytes, and `S` accepts it. */
const SSL_REQUEST_BYTES = 8;

/** The test server behind TLS with a certificate for the IP address 127.0.0.1, and for no name. */
async function serveTls(): Promise<void> {
  const certificate = createCertificate();
  await writeFile(join(folder, 'root.crt'), certificate.cert);
  server = createServer((socket) => {
    socket.once('readable', () => {
      socket.read(SSL_REQUEST_BYTES);
      socket.write('S');
      const client = new TLSSocket(socket, { isServer: true, ...certificate });
      const postgres = connectToPostgres(database.address);
      client.pipe(postgres).pipe(client);
      // A client that rejects the certificate resets the connection.
      client.on('error', () => postgres.destroy());
      postgres.on('error', () => client.destroy());
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-tls-'));
  database = await freshDatabase();
  await serveTls();
});
afterAll(async () => {
  server.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** The same database behind the TLS endpoint. */
function throughTls(host: string, query: Record<string, string>): string {
  const { address } = database;
  const url =
    'url' in address ? new URL(address.url) : new URL(`postgres://${address.user}@${host}/${address.database}`);
  url.hostname = host;
  url.port = `${port}`;
  url.search = new URLSearchParams(query).toString();
  return url.href;
}

/** Connects as the service does, and verifies the certificate. */
async function select(host: string): Promise<unknown> {
  const url = throughTls(host, { sslmode: 'verify-full', sslrootcert: join(folder, 'root.crt') });
  const orm = createOrm({ url }, 1);
  try {
    return await orm.em.fork().execute('select 1 as one');
  } finally {
    await closeOrm(orm);
  }
}

describe('TLS to a PostgreSQL with a certificate for its IP address', () => {
  it('connects by this address', async () => {
    expect(await select('127.0.0.1')).toEqual([{ one: 1 }]);
  });

  it('refuses a name that the certificate does not contain', async () => {
    await expect(select('localhost')).rejects.toThrow(/altnames/);
  });
});
