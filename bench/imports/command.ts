import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import pg from 'pg';
import { OperatorError } from '../../src/config/operator-error.js';
import { startEmbeddedPostgres } from '../../src/database/embedded/index.js';
import { pgConfig } from '../../src/database/orm.js';
import { Cleanup } from '../../src/server/composition/lifecycle.js';
import { requireCpuTimes } from '../cpu-time.js';
import { spreadOf } from '../spread.js';
import { table } from '../table.js';
import { importedFiles } from './files.js';
import { measureImport, startBuild, type Build, type ImportCost } from './measure.js';

interface Options {
  readonly beside?: string;
  readonly rounds: number;
}

const FOLDER = '.data/bench-imports';
/** Seconds of CPU time of the largest import. */
const MOST_SECONDS = 3;
const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);

/** `npm run bench -- imports`: the CPU time of imports of schedules. Exit code 1 if a goal is missed. */
export function importsCommand(): Command {
  return new Command('imports')
    .description('Measure the CPU time of imports of schedules, also beside another build. Linux only.')
    .option('--beside <folder>', 'a checkout of release 1.0.0 that is built, to compare with')
    .option('--rounds <n>', 'imports of each file by each build', positive, 5)
    .action(async ({ beside, rounds }: Options) => {
      const cleanup = new Cleanup();
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        process.once(signal, () => void cleanup.run().finally(() => process.exit(1)));
      }
      try {
        requireCpuTimes();
        const costs = await measureAll(beside, rounds, cleanup);
        process.stdout.write(`${report(costs)}\n`);
        if (missed(costs).length > 0) process.exitCode = 1;
        for (const sentence of missed(costs)) say(sentence);
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error;
        say(error.message);
        process.exitCode = 1;
      } finally {
        await cleanup.run();
      }
    });
}

/** The costs of all rounds, by build and by file. */
type Costs = ReadonlyMap<string, ReadonlyMap<string, readonly ImportCost[]>>;

async function measureAll(beside: string | undefined, rounds: number, cleanup: Cleanup): Promise<Costs> {
  const folders = Object.entries({ this: resolve('.'), ...(beside !== undefined && { other: resolve(beside) }) });
  for (const [, folder] of folders) {
    if (!existsSync(join(folder, 'dist/bin/main.js'))) throw new OperatorError(`${folder} is not built.`);
  }
  const postgres = await startEmbeddedPostgres({ dataDirectory: FOLDER, log: say });
  cleanup.add(() => postgres.stop());
  const { host, port, user } = postgres.connection;
  const server = new pg.Client({ ...pgConfig(postgres.connection), application_name: 'bench' });
  await server.connect();
  cleanup.add(() => server.end());
  const urlOf = (name: string) => `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`;
  const builds: Build[] = [];
  for (const [name, folder] of folders) builds.push(await startBuild(name, folder, server, urlOf, cleanup));

  say('Warming up …');
  for (const build of builds) for (const file of importedFiles.slice(0, 2)) await measureImport(build, file);
  const costs = new Map(
    builds.map(({ name }) => [name, new Map(importedFiles.map((file) => [file.name, [] as ImportCost[]]))]),
  );
  for (let round = 1; round <= rounds; round += 1) {
    say(`Round ${round} of ${rounds} …`);
    for (const file of importedFiles) {
      for (const build of builds)
        costs
          .get(build.name)
          ?.get(file.name)
          ?.push(await measureImport(build, file));
    }
  }
  return costs;
}

const medianOf = (costs: readonly ImportCost[], part: keyof ImportCost): number =>
  spreadOf(costs.map((cost) => cost[part])).median;

/** The median of the ratios within each round; NaN without another build. */
function ratioOf(costs: Costs, file: string): number {
  const [own = [], other = []] = ['this', 'other'].map((name) => costs.get(name)?.get(file));
  return spreadOf(other.map(({ total }, round) => (own[round]?.total ?? NaN) / total)).median;
}

function report(costs: Costs): string {
  const rows = importedFiles.flatMap(({ name }) =>
    [...costs].map(([build, files]) => {
      const all = files.get(name) ?? [];
      const seconds = (['node', 'postgres', 'total', 'response'] as const).map((part) =>
        medianOf(all, part).toFixed(2),
      );
      return [name, build, ...seconds, build === 'this' && costs.has('other') ? ratioOf(costs, name).toFixed(2) : ''];
    }),
  );
  return table(['import', 'build', 'Node, s', 'PostgreSQL, s', 'total, s', 'response, s', 'ratio'], rows, 2);
}

/** A sentence for each goal that is missed. */
function missed(costs: Costs): string[] {
  return importedFiles.flatMap(({ name, most }) => {
    const [seconds, ratio] = [medianOf(costs.get('this')?.get(name) ?? [], 'total'), ratioOf(costs, name)];
    return [
      ...(seconds > MOST_SECONDS ? [`${name}: ${seconds.toFixed(2)} s of CPU time, more than ${MOST_SECONDS}.`] : []),
      ...(most !== undefined && ratio > most
        ? [`${name}: ${ratio.toFixed(2)} × the other build, more than ${most}.`]
        : []),
    ];
  });
}

function positive(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('It must be a positive integer.');
  return Number(text);
}
