import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../src/database/migrate.js';
import { Cleanup } from '../src/server/composition/lifecycle.js';
import type { Fault, Need, Outcome } from './fault.js';
import { patiently } from './finding.js';
import { Postgres } from './postgres.js';
import { findFaketime, findProgram } from './program.js';
import { hasPassed, type Result, type Row } from './result.js';
import { findDebian, findServers } from './servers.js';
import { openSite, TEMPLATE } from './site.js';
import { hasVarnish } from './varnish.js';

const isThere: Readonly<Record<Need, () => boolean>> = {
  root: () => process.getuid?.() === 0,
  haproxy: () => findProgram('haproxy') !== undefined,
  pgbouncer: () => findProgram('pgbouncer') !== undefined,
  faketime: () => findFaketime() !== undefined,
  patroni: () => findProgram('patroni') !== undefined,
  etcd: () => findProgram('etcd') !== undefined,
  postgresql: () => findDebian() !== undefined,
  slowhttptest: () => findProgram('slowhttptest') !== undefined,
  sqlmap: () => findProgram('sqlmap') !== undefined,
  varnish: hasVarnish,
};

/**
 * Injects the faults sequentially. `cleanup` stops all processes.
 *
 * @param options `quick` reduces each row and uses one PostgreSQL; `patience` multiplies the allowed durations
 * @param say receives progress messages
 */
export async function runFaults(
  faults: readonly Fault[],
  { quick, patience }: Pick<Result, 'quick' | 'patience'>,
  cleanup: Cleanup,
  say: (sentence: string) => void,
): Promise<Result> {
  const servers = await startServers(quick && !faults.some((fault) => fault.servers === 'always each'), cleanup);
  const rows: Row[] = [];
  for (const fault of faults) {
    for (const postgres of serversFor(fault, servers, quick)) {
      say(`${fault.number}. ${fault.name}, with ${nameOfServer(fault, postgres)} …`);
      const { findings, ...rest } = await runFault(fault, postgres, quick, cleanup);
      const row = { ...rest, findings: findings.map((finding) => patiently(finding, patience)) };
      say(`   ${row.missing === undefined ? (hasPassed(row) ? 'passed' : 'FAILED') : 'skipped'}, ${row.seconds} s`);
      rows.push(row);
    }
  }
  const date = new Date().toISOString().slice(0, 10);
  return { date, node: process.versions.node, cpu: machine(), quick, patience, rows };
}

/** Starts the servers, each with a template database. */
async function startServers(onlyFirst: boolean, cleanup: Cleanup): Promise<Postgres[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-faults-'));
  // When started by root, the servers run under another account, which needs access.
  await chmod(folder, 0o755);
  cleanup.add(() => rm(folder, { recursive: true, force: true }));
  const found = await findServers(folder);
  const servers: Postgres[] = [];
  for (const [place, programs] of (onlyFirst ? found.slice(0, 1) : found).entries()) {
    const server = await Postgres.create(programs, join(folder, `postgres-${place}`));
    cleanup.add(() => server.remove());
    await migrate({ url: await server.createDatabase(TEMPLATE) });
    servers.push(server);
  }
  return servers;
}

function serversFor(fault: Fault, servers: readonly Postgres[], quick: boolean): readonly Postgres[] {
  const isEach = fault.servers === 'always each' || (fault.servers === 'each' && !quick);
  return isEach ? servers : servers.slice(0, 1);
}

async function runFault(fault: Fault, postgres: Postgres, quick: boolean, cleanup: Cleanup): Promise<Row> {
  const begin = performance.now();
  const { number, name, figure, needs = [] } = fault;
  const row = { number, name, figure, server: nameOfServer(fault, postgres) };
  const seconds = () => Math.round((performance.now() - begin) / 1_000);
  const missing = needs.filter((need) => !isThere[need]()).join(', ');
  if (missing !== '') return { ...row, answers: {}, findings: [], seconds: 0, missing };
  const own = new Cleanup();
  cleanup.add(() => own.run());
  const site = openSite(postgres, quick, own);
  const outcome = await fault.inject(site).catch(unforeseen);
  await postgres.mend();
  const compared = await site.compareCached().then((finding) => ({ findings: [finding] }), unforeseen);
  await own.run();
  return { ...row, ...outcome, findings: [...outcome.findings, ...compared.findings], seconds: seconds() };
}

const nameOfServer = ({ servers }: Fault, { name }: Postgres): string =>
  servers === 'own' ? (findDebian()?.name ?? 'PostgreSQL (Debian)') : name;

/** Reports an error as a failed finding. */
const unforeseen = (error: unknown): Outcome => ({
  answers: {},
  findings: [{ what: error instanceof Error ? error.message : String(error), kept: false }],
});

function machine(): string {
  const all = cpus();
  return `${all.length} × ${all[0]?.model.trim() ?? 'unknown'}`;
}
