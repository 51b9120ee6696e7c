import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { dataFolder, poolOn } from '../support/data-folder.js';
import { START_ENVIRONMENT, START_FLAGS } from '../support/start-flags.js';
import { runCommand, spawnService, stopProcess, untilBanner, type Ended } from '../support/process.js';

/** A service as a process of its own, with demo conferences in a database that nobody else has. */
export interface FuzzedService {
  readonly base: URL;
  /** Past the service. */
  readonly pool: pg.Pool;
  /** Every line of its log that says so, from the beginning. */
  readonly log: () => readonly LogLine[];
  /** Undefined while it runs. */
  readonly ended: () => Ended | undefined;
  readonly memory: () => Promise<Memory>;
  /** What `lectern doctor` says, and its exit code. */
  readonly doctor: () => Promise<Ended>;
  /** Ends it as an operator would. */
  readonly stop: () => Promise<Ended>;
}

/** What a process takes, in MB. */
export interface Memory {
  readonly resident: number;
  /** Of it, V8's heap, and what hangs on it: buffers. The rest is Node's own, libraries' and their allocator's. */
  readonly heap: number;
  readonly external: number;
}

export interface LogLine {
  readonly level: number;
  readonly msg?: string;
  readonly requestId?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
}

/** Else they would hide everything behind them. */
const limits = [
  'LOGIN_ADDRESS',
  'LOGIN_ACCOUNT_ADDRESS',
  'LOGIN_ACCOUNT',
  'REGISTRATION_ADDRESS',
  'REMINDER_ADDRESS',
  'REMINDER_ACCOUNT',
];
const further = ['CONTACT_ADDRESS', 'APPLICATIONS_USER', 'UNKNOWN_TOKEN_ADDRESS'];
const withoutLimits = Object.fromEntries([...limits, ...further].map((name) => [`LIMIT_${name}`, 'off']));
const SETTLE_MS = 1_500;

export async function startFuzzed(): Promise<FuzzedService> {
  const folder = await dataFolder();
  const environment = {
    ...{ DATA_DIR: folder, LOG_LEVEL: 'warn', TALK_COMMENT_LIMIT: 'off', MAX_PENDING_EVENTS: '1000' },
    ...withoutLimits,
    ...START_ENVIRONMENT,
  };
  const service = await untilBanner(spawnService(environment, ...START_FLAGS));
  let ended: Ended | undefined;
  void service.ended.then((end) => (ended = end));
  return {
    base: new URL(service.base),
    pool: await poolOn(folder),
    log: () => service.output().split('\n').flatMap(logLine),
    ended: () => ended,
    async memory() {
      const text = await (await fetch(`${service.adminBase}/metrics`)).text();
      const megabytes = (name: string): number => {
        const [, bytes] = new RegExp(`^${name} (\\S+)`, 'm').exec(text) ?? [];
        if (bytes === undefined) throw new Error(`The service does not tell its ${name}`);
        return Number(bytes) / 1024 ** 2;
      };
      return {
        resident: megabytes('process_resident_memory_bytes'),
        heap: megabytes('nodejs_heap_size_total_bytes'),
        external: megabytes('nodejs_external_memory_bytes'),
      };
    },
    async doctor() {
      // What counters wait for is added up in the background.
      await sleep(SETTLE_MS);
      return runCommand(['doctor'], environment);
    },
    stop: () => stopProcess(service),
  };
}

function logLine(line: string): LogLine[] {
  try {
    return line.startsWith('{') ? [JSON.parse(line) as LogLine] : [];
  } catch (error) {
    // The last one may still be on its way.
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
