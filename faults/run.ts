import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../src/database/migrate.js';
import { Teardown } from '../src/teardown.js';
import type { Fault, Need, Outcome } from './fault.js';
import { patiently } from './finding.js';
import { Postgres } from './postgres.js';
import { findFaketime, findProgram } from './program.js';
import { hasPassed, type Result, type Row } from './result.js';
import { findDebian, findServers } from './servers.js';
import { openSite, TEMPLATE } from './site.js';

const isThere: Readonly<Record<Need, () => boolean>> = {
  root: () => process.getuid?.() === 0,
  haproxy: () => findProgram('haproxy') !== undefined,
  pgbouncer: () => findProgram('pgbouncer') !== undefined,
  faketime: () => findFaketime() !== undefined,
  postgresql: () => findDebian() !== undefined,
  slowhttptest: () => findProgram('slowhttptest') !== undefined,
  sqlmap: () => findProgram('sqlmap') !== undefined,
};

/**
 * Injects the faults one after the other. What was started is stopped by `teardown`.
 *
 * @param options `quick` does less of each, on one PostgreSQL alone; `patience` allows times to be so much longer
 * @param say is told what happens, sentence by sentence
 */
export async function runFaults(
  faults: readonly Fault[],
  { quick, patience }: Pick<Result, 'quick' | 'patience'>,
  teardown: Teardown,
  say: (sentence: string) => void,
): Promise<Result> {
  const servers = await startServers(quick, teardown);
  const rows: Row[] = [];
  for (const fault of faults) {
    for (const postgres of fault.servers === 'each' ? servers : servers.slice(0, 1)) {
      say(`${fault.number}. ${fault.name}, with ${nameOfServer(fault, postgres)} …`);
      const { findings, ...rest } = await runFault(fault, postgres, quick, teardown);
      const row = { ...rest, findings: findings.map((finding) => patiently(finding, patience)) };
      say(`   ${row.missing === undefined ? (hasPassed(row) ? 'passed' : 'FAILED') : 'left out'}, ${row.seconds} s`);
      rows.push(row);
    }
  }
  const date = new Date().toISOString().slice(0, 10);
  return { date, node: process.versions.node, cpu: machine(), quick, patience, rows };
}

/** Each with a database that others are copied from. */
async function startServers(quick: boolean, teardown: Teardown): Promise<Postgres[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-faults-'));
  // For root the servers run as another account, which has to enter.
  await chmod(folder, 0o755);
  teardown.add(() => rm(folder, { recursive: true, force: true }));
  const found = await findServers(folder);
  const servers: Postgres[] = [];
  for (const [place, programs] of (quick ? found.slice(0, 1) : found).entries()) {
    const server = await Postgres.create(programs, join(folder, `postgres-${place}`));
    teardown.add(() => server.remove());
    await migrate({ url: await server.createDatabase(TEMPLATE) });
    servers.push(server);
  }
  return servers;
}

async function runFault(fault: Fault, postgres: Postgres, quick: boolean, teardown: Teardown): Promise<Row> {
  const begin = performance.now();
  const { number, name, figure, needs = [] } = fault;
  const row = { number, name, figure, server: nameOfServer(fault, postgres) };
  const seconds = () => Math.round((performance.now() - begin) / 1_000);
  const missing = needs.filter((need) => !isThere[need]()).join(', ');
  if (missing !== '') return { ...row, answers: {}, findings: [], seconds: 0, missing };
  const own = new Teardown();
  teardown.add(() => own.run());
  const outcome = await fault.inject(openSite(postgres, quick, own)).catch(unforeseen);
  await postgres.mend();
  await own.run();
  return { ...row, ...outcome, seconds: seconds() };
}

const nameOfServer = ({ servers }: Fault, { name }: Postgres): string =>
  servers === 'own' ? (findDebian()?.name ?? 'PostgreSQL (Debian)') : name;

/** An error is a figure that was not kept. */
const unforeseen = (error: unknown): Outcome => ({
  answers: {},
  findings: [{ what: error instanceof Error ? error.message : String(error), kept: false }],
});

function machine(): string {
  const all = cpus();
  return `${all.length} × ${all[0]?.model.trim() ?? 'unknown'}`;
}
