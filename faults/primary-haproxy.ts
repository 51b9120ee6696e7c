import pg from 'pg';
import { reports, runHaproxy, stateFrontend, type ServerState } from './haproxy.js';
import type { Postgres } from './postgres.js';
import type { Site } from './site.js';
import { freePort } from './waiting.js';

/** Encodes a message of the PostgreSQL protocol as hexadecimal. */
function message(kind: string, ...content: readonly (string | number)[]): string {
  const parts = content.map((part) => (typeof part === 'number' ? int32(part) : Buffer.from(`${part}\0`)));
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(kind), int32(4 + body.length), body]).toString('hex');
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

const PROTOCOL = 3 << 16;
const HELLO = message('', PROTOCOL, 'user', 'postgres', 'database', 'postgres', '');
const READY = message('Z').slice(0, 2);
const QUESTION = message('Q', 'select pg_is_in_recovery()');
/** A data row with the single value `f`. */
const NO = Buffer.from('D\0\0\0\x0b\0\x01\0\0\0\x01f').toString('hex');
const GOODBYE = message('X');

/** Asks each server whether it is a standby. */
const CHECK = `
  option tcp-check
  tcp-check connect
  tcp-check send-binary ${HELLO}
  tcp-check expect binary ${READY}
  tcp-check send-binary ${QUESTION}
  tcp-check expect binary ${NO}
  tcp-check send-binary ${GOODBYE}`;

/**
 * Forwards to the server that passes the check. Closes connections to a server that has become unavailable or a
 * standby. Does not retry refused connections, because each retry would delay the client by 1 s.
 */
const configuration = (port: number, statePort: number, lines: readonly string[]) => `
global
  maxconn 2000
defaults
  mode tcp
  retries 0
  timeout connect 2s
  timeout client 10m
  timeout server 10m
${stateFrontend(statePort)}
listen primary
  bind 127.0.0.1:${port}
  default-server check inter 500ms fall 1 rise 1 on-marked-down shutdown-sessions
${lines.join('\n')}
`;

/** One address for several PostgreSQL servers. */
export interface PrimaryHaproxy {
  /** Connection URL of a database on the current primary. */
  readonly url: string;
  /**
   * Waits until haproxy has noticed that a server is the primary, or not. Until then it also forwards new connections
   * to a primary that has died, and closes them: with two primaries in its view, every second one.
   */
  readonly notices: (place: number, state: ServerState) => Promise<void>;
}

/** Forwards to the server that is not a standby. */
export function startPrimaryHaproxy(
  site: Site,
  servers: readonly Postgres[],
  database: string,
): Promise<PrimaryHaproxy> {
  const lines = servers.map((server, place) => `  server postgres-${place} 127.0.0.1:${server.port}`);
  return startTcpHaproxy(site, [CHECK, ...lines], database);
}

/** @param lines the check of the primary, and the servers `postgres-0` … */
export async function startTcpHaproxy(site: Site, lines: readonly string[], database: string): Promise<PrimaryHaproxy> {
  const [port, statePort] = [await freePort(), await freePort()];
  const url = `postgres://postgres@127.0.0.1:${port}/${database}`;
  await runHaproxy(site, configuration(port, statePort, lines), async () => {
    const client = new pg.Client({ connectionString: url });
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  });
  return { url, notices: (place, state) => reports(statePort, `primary,postgres-${place}`, state) };
}
