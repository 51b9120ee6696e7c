import { requireCpuTimes } from './cpu-time.js';
import { fullCrowd, openBenchDatabase, quickCrowd } from './database.js';
import { machine, residentMemory, versions } from './machine.js';
import { calendarPart } from './measure-calendar.js';
import { CONCURRENCY, openReads, type Part } from './measure-reads.js';
import { measureStart } from './measure-start.js';
import type { BenchOptions } from './options.js';
import type { BenchResult, Comparison } from './result.js';
import type { Cleanup } from '../src/server/composition/lifecycle.js';
import { openUnderWrites, UNDER_WRITES } from './writes/measure-under-writes.js';
import { openWrites } from './writes/measure-writes.js';

interface Outcome {
  readonly result: BenchResult;
  /** Measures comparisons again by name; the result may contain others that are measured together with them. */
  again(names: ReadonlySet<string>): Promise<Comparison[]>;
}

/**
 * Starts all servers, compares their responses and measures them. `cleanup` stops them.
 *
 * @param say receives progress messages
 * @throws OperatorError if the machine or the data do not allow the comparison
 */
export async function runBench(
  options: BenchOptions,
  cleanup: Cleanup,
  say: (sentence: string) => void,
): Promise<Outcome> {
  requireCpuTimes();
  const data = options.quick ? quickCrowd : fullCrowd;
  const isWanted = ({ name }: { readonly name: string }) => options.only?.includes(name) ?? true;
  const underWrites = !options.quick && isWanted({ name: UNDER_WRITES });
  const start = options.quick || options.only ? {} : { start: await measureStart('.data/bench-start', say) };
  const folder = options.quick ? '.data/bench-quick' : '.data/bench';
  const database = await openBenchDatabase(folder, data, underWrites, say);
  cleanup.add(() => database.stop());
  const reads = await openReads(database, options, cleanup, say);
  const measured = new Map<Part, readonly Comparison[]>();
  for (const part of reads.parts.filter(isWanted)) measured.set(part, await part.measure());
  const { lectern, keeping } = reads.servers;
  const memory = {
    'without a response cache': residentMemory(lectern.server.pid),
    'with the response cache': residentMemory(keeping.server.pid),
  };
  // Its responses are ten times as long as those of the other reads, and so is the memory that they take.
  const calendar = calendarPart(database, reads.servers, options, say);
  if (isWanted(calendar)) measured.set(calendar, await calendar.measure());
  const writes = await openWrites(database, options, cleanup, say);
  for (const part of writes.filter(isWanted)) measured.set(part, await part.measure());
  if (database.copyUrl !== undefined) {
    const part = await openUnderWrites(database.copyUrl, cleanup, say);
    measured.set(part, await part.measure());
  }
  return {
    result: {
      date: new Date().toISOString().slice(0, 10),
      machine: machine(),
      versions: await versions(database.client),
      data: { ...data },
      quick: options.quick,
      rounds: options.rounds,
      concurrency: CONCURRENCY,
      ...start,
      memory,
      comparisons: [...measured.values()].flat(),
    },
    async again(names) {
      const wanted = [...measured].filter(([, comparisons]) => comparisons.some(({ name }) => names.has(name)));
      const comparisons: Comparison[] = [];
      for (const [part] of wanted) comparisons.push(...(await part.measure()));
      return comparisons;
    },
  };
}
