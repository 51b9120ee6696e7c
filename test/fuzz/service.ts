import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { dataFolder, poolOn } from '../support/data-folder.js';
import { START_ENVIRONMENT, START_FLAGS } from '../support/start-flags.js';
import { runCommand, spawnService, stopProcess, untilBanner, type Ended } from '../support/process.js';

/** A service in its own process, with demo conferences in its own database. */
export interface FuzzedService {
  readonly base: URL;
  /** Direct access to the database. */
  readonly pool: pg.Pool;
  /** All error lines of its log. */
  readonly log: () => readonly LogLine[];
  /** Undefined while it runs. */
  readonly ended: () => Ended | undefined;
  readonly memory: () => Promise<Memory>;
  /** Output of `lectern doctor`, and its exit code. */
  readonly doctor: () => Promise<Ended>;
  /** Stops it like an operator. */
  readonly stop: () => Promise<Ended>;
}

/** Memory of a process, in MB. */
export interface Memory {
  readonly resident: number;
  /** V8's heap and its external memory: buffers. The rest belongs to Node, libraries and their allocator. */
  readonly heap: number;
  readonly external: number;
}

export interface LogLine {
  readonly level: number;
  readonly msg?: string;
  readonly requestId?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
}

/** Otherwise rate limits would prevent tests of the code behind them. */
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
        if (bytes === undefined) throw new Error(`The log does not contain the ${name}`);
        return Number(bytes) / 1024 ** 2;
      };
      return {
        resident: megabytes('process_resident_memory_bytes'),
        heap: megabytes('nodejs_heap_size_total_bytes'),
        external: megabytes('nodejs_external_memory_bytes'),
      };
    },
    async doctor() {
      // Pending counts are added in the background.
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
    // The last one may still be in flight.
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
