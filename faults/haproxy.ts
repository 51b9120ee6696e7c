import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from './program.js';
import type { Service } from './service.js';
import type { Site } from './site.js';
import { freePort, statusOf, until } from './waiting.js';

/**
 * As in `docs/scale.md`: checks whether each service can read, or write, and redispatches only requests that no service
 * has accepted. `POST /graphql` may be either, so it goes to a service that can write, if there is one. Without a ready
 * service, haproxy responds itself, and tells clients when to retry. A check may take 2 s, if a server of PostgreSQL is
 * frozen.
 */
const ofServices = (port: number, statePort: number, services: readonly Service[]) => `
global
  maxconn 2000
defaults
  mode http
  http-error status 503 content-type application/json string '["The service is unavailable"]' hdr Retry-After 2
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout http-keep-alive 10s
  timeout check 3s
  option redispatch 1
frontend lectern
  bind 127.0.0.1:${port}
  acl is_read method GET HEAD OPTIONS
  acl is_graph path /graphql
  acl is_without_writes nbsrv(writes) eq 0
  use_backend reads if is_read || is_graph is_without_writes
  default_backend writes
${stateFrontend(statePort)}
${BACKENDS.map(([name, options]) => backend(name, options, services)).join('\n')}
`;

const BACKENDS = [
  ['reads', 'option httpchk GET /ready'],
  ['writes', 'option httpchk GET /ready/writes'],
] as const;

const backend = (name: string, options: string, services: readonly Service[]) => `backend ${name}
  balance roundrobin
  ${options}
  default-server check inter 500ms fall 1 rise 1 pool-purge-delay 1s
${services.map(({ base, adminBase }, place) => `  server service-${place} ${new URL(base).host} port ${new URL(adminBase).port}`).join('\n')}`;

/** A haproxy in front of services. */
export interface ServicesHaproxy {
  readonly base: string;
  /** Waits until haproxy has noticed that a service is ready, or not. */
  readonly notices: (place: number, state: ServerState) => Promise<void>;
}

/** Starts a haproxy in front of ready services. */
export async function startHaproxy(site: Site, services: readonly Service[]): Promise<ServicesHaproxy> {
  const [port, statePort] = [await freePort(), await freePort()];
  const base = `http://127.0.0.1:${port}`;
  const passesOn = async () => (await statusOf(`${base}/v2.1/languages`)).status === 200;
  await runHaproxy(site, ofServices(port, statePort, services), passesOn);
  return {
    base,
    notices: async (place, state) => {
      for (const [name] of BACKENDS) await reports(statePort, `${name},service-${place}`, state);
    },
  };
}

/** The part of a configuration that reports the states of all servers. */
export const stateFrontend = (port: number): string => `
frontend state
  mode http
  bind 127.0.0.1:${port}
  stats enable
  stats uri /`;

export type ServerState = 'UP' | 'DOWN';

/**
 * Waits until haproxy reports the state of a server.
 *
 * @param port that of `stateFrontend`
 * @param server backend and server, such as `reads,service-0`
 */
export function reports(port: number, server: string, state: ServerState): Promise<void> {
  return until(`haproxy reports ${server} as ${state}`, async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/;csv`)).text();
    return new RegExp(`^${server},.*,${state},`, 'm').test(text);
  });
}

/** Runs a haproxy until the end of the fault. */
export async function runHaproxy(site: Site, configuration: string, passesOn: () => Promise<boolean>): Promise<void> {
  const file = join(await site.folder(), 'haproxy.cfg');
  await writeFile(file, configuration);
  const haproxy = runProgram('haproxy', ['-db', '-f', file], site.cleanup);
  await until('haproxy forwards requests', () => {
    haproxy.check();
    return passesOn();
  });
}
