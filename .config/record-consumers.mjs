// Records the versions of the programs that suites have just run, in the file that `RECORD_CONSUMERS` names: without it,
// nothing. Jest's suites call it by .config/jest/record-consumers.mjs; others run
// `node .config/record-consumers.mjs SUITE…`, or `--faults ROW…` for rows of the faults.
import { spawnSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import { consumers, recordsIn, suitesOf } from './consumers.mjs';

const NUMBER = /\d+(?:\.\d+)+[\w.+~-]*/;
/** Debian's servers are not in every `PATH`. */
const PATH = `${process.env['PATH']}:/usr/sbin`;

/** Such as `Debian 12`. */
function system() {
  const field = (name) => new RegExp(`^${name}="?([^"\n]*)`, 'm').exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  const [name, version] = [field('NAME').split(' ')[0], field('VERSION_ID') ?? ''];
  return `${name} ${version}`.trim();
}

async function serverVersion(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query('show server_version');
    return rows[0].server_version;
  } finally {
    await client.end();
  }
}

/** What a program, a package or a server reports as its version. @throws Error if it reports none */
async function versionOf({ name, version }) {
  if ('package' in version) {
    const folder = `${version.folder ?? '.'}/node_modules/${version.package}`;
    return { version: JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).version, from: 'npm' };
  }
  if ('databaseOf' in version) {
    const text = await serverVersion(process.env[version.databaseOf]);
    return { version: NUMBER.exec(text)[0], from: system() };
  }
  const [program, ...parameters] = version.program;
  const { stdout, stderr } = spawnSync(program, parameters, { encoding: 'utf8', env: { ...process.env, PATH } });
  const [found] = NUMBER.exec(`${stdout}${stderr}`) ?? [];
  if (found === undefined) throw new Error(`${name} reports no version: ${stdout}${stderr}`);
  return { version: found, from: system() };
}

const isGiven = ({ given }) =>
  given === undefined || (given.startsWith('!') ? !process.env[given.slice(1)] : Boolean(process.env[given]));

/**
 * Records the consumers of suites that have passed, in place of their earlier records.
 *
 * @param isPassed whether the suite at a path has passed; of a folder, each must
 */
export async function recordConsumers(isPassed) {
  const file = process.env['RECORD_CONSUMERS'];
  if (!file) return;
  const ran = consumers.filter(
    (consumer) => isGiven(consumer) && suitesOf(consumer).every((suite) => isPassed(suite, consumer)),
  );
  if (ran.length === 0) return;
  const date = new Date().toISOString().slice(0, 10);
  const fresh = await Promise.all(
    ran.map(async (consumer) => ({ name: consumer.name, suite: consumer.suite, ...(await versionOf(consumer)), date })),
  );
  const records = recordsIn(file);
  const isRecord = (one, other) => one.name === other.name && one.suite === other.suite;
  // In the order of the declarations, and without those that are no longer declared.
  const all = consumers.flatMap(
    (consumer) => fresh.find((one) => isRecord(one, consumer)) ?? records.find((one) => isRecord(one, consumer)) ?? [],
  );
  writeFileSync(`${file}.new`, `${JSON.stringify(all, null, 2)}\n`);
  renameSync(`${file}.new`, file);
  // Standard output may be a result as JSON.
  console.error(`Recorded: ${fresh.map(({ name, version }) => `${name} ${version}`).join(', ')}.`);
}

if (import.meta.filename === process.argv[1]) {
  const [first, ...rest] = process.argv.slice(2);
  if (first === '--faults') await recordConsumers((_, { row }) => rest.includes(row));
  else await recordConsumers((suite, { row }) => row === undefined && [first, ...rest].includes(suite));
}
