import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PACKAGE_ROOT } from '../../../config/package-root.js';
import { domainError } from '../../../core/errors.js';
import type { ParseOptions } from '../formats/schedule.js';
import type { ImportedTalks, ImportOptions, ScheduleReport } from '../import-talks.js';
import type { ScheduleFormat } from '../parse-schedule.js';
import type { Query } from '../read-schedule.js';
import type { Reply, Task } from './messages.js';

const PROGRAM = join(PACKAGE_ROOT, 'dist/bin/schedule-thread.js');
/** For a file of the largest size. A file or an event that needs more ends its thread, and nothing else. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 };
/** Between two messages; most imports take less than a second. PostgreSQL ends an idle transaction sooner. */
const TIMEOUT_MS = 20_000;

/** A thread that parses and merges schedules, so that the service responds to others. One import at a time. */
export class ImportThread {
  readonly #worker = new Worker(PROGRAM, { resourceLimits });
  #isUsable = true;

  constructor() {
    // Each request for a reply reports it; without a listener, the event would end the process.
    this.#worker.on('error', () => (this.#isUsable = false));
  }

  get isUsable(): boolean {
    return this.#isUsable;
  }

  /** @returns the report if the file cannot be imported, else null @throws DomainError TOO_LARGE */
  async parse(bytes: Uint8Array, format: ScheduleFormat | null, options: ParseOptions): Promise<ScheduleReport | null> {
    const reply = await this.#ask({ kind: 'parse', bytes, format, options });
    return reply.kind === 'parsed' ? reply.report : unexpected(reply);
  }

  /**
   * Imports what has been parsed, as `importTalks`.
   *
   * @throws DomainError TOO_LARGE if it takes too much memory or time; and the errors of `query`
   */
  async import(query: Query, eventId: string, options: ImportOptions): Promise<ImportedTalks> {
    let reply = await this.#ask({ kind: 'import', eventId, options });
    while (reply.kind === 'query') {
      let rows: string[];
      try {
        rows = await rowsOf(query, reply);
      } catch (error) {
        await this.#ask({ kind: 'query failed' });
        throw error;
      }
      reply = await this.#ask({ kind: 'rows', rows });
    }
    return reply.kind === 'imported' ? reply.result : unexpected(reply);
  }

  /** An idle thread does not keep the process alive. */
  rest(): void {
    this.#worker.unref();
  }

  async end(): Promise<void> {
    this.#isUsable = false;
    await this.#worker.terminate();
  }

  async #ask(task: Task): Promise<Reply> {
    this.#worker.ref();
    this.#worker.postMessage(task);
    try {
      // Continues in the request of the caller, unlike a listener.
      const [reply] = (await once(this.#worker, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) })) as [Reply];
      return reply;
    } catch (cause) {
      await this.end();
      throw Object.assign(domainError('TOO_LARGE', 'IMPORT_TOO_COSTLY', 'file'), { cause });
    }
  }
}

const READ = /^\s*select\b/i;

/** The rows of a statement as JSON, which PostgreSQL writes. */
async function rowsOf(query: Query, { text, values }: Extract<Reply, { kind: 'query' }>): Promise<string[]> {
  const isRead = READ.test(text);
  const rows = await query<{ json: string }>(isRead ? `select row_to_json(q)::text as json from (${text}) q` : text, [
    ...values,
  ]);
  return isRead ? rows.map(({ json }) => json) : [];
}

function unexpected(reply: Reply): never {
  throw reply.kind === 'failed' ? reply.error : new Error(`Unexpected reply: ${reply.kind}`);
}
