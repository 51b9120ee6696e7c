import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../config/package-root.js';
import { domainError } from '../../core/errors.js';
import type { ParseOptions } from './formats/schedule.js';
import type { ImportedTalks, ImportOptions } from './import-talks.js';
import type { ScheduleReport } from './report.js';
import type { ScheduleFormat } from './parse-schedule.js';
import type { Query } from './read-schedule.js';
import type { ChildMessage, Task } from './import-messages.js';

const PROGRAM = join(PACKAGE_ROOT, 'dist/bin/schedule-import.js');
/** For a file of the largest size. */
const execArgv = ['--max-old-space-size=96', '--max-semi-space-size=8'];
/** Between two messages; most imports take less than a second. PostgreSQL ends an idle transaction sooner. */
const TIMEOUT_MS = 20_000;

/**
 * A process that parses and merges schedules, so that the service responds to others. One import at a time. A file or an
 * event that needs too much memory or time ends it, and nothing else: a thread that runs out of memory can end the service,
 * and some loops of V8 do not stop with their thread.
 */
export class ImportProcess {
  readonly #child = fork(PROGRAM, {
    execArgv,
    serialization: 'advanced',
    // It needs neither the settings of the service nor its terminal.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  readonly #ended = new AbortController();

  constructor() {
    this.#child.once('exit', () => this.#ended.abort());
    // Without a listener, a failed start would end the service.
    this.#child.on('error', () => this.#ended.abort());
  }

  get isUsable(): boolean {
    return !this.#ended.signal.aborted;
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

  /** An idle process does not keep the service running. */
  rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  async end(): Promise<void> {
    if (!this.isUsable) return;
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exit;
  }

  async #ask(task: Task): Promise<ChildMessage> {
    this.#child.ref();
    this.#child.channel?.ref();
    const signal = AbortSignal.any([this.#ended.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    // Continues in the request of the caller, unlike a listener.
    const replied = once(this.#child, 'message', { signal });
    // Its end is reported by the signal.
    this.#child.send(task, () => undefined);
    try {
      const [reply] = (await replied) as [ChildMessage];
      return reply;
    } catch (cause) {
      await this.end();
      throw Object.assign(domainError('TOO_LARGE', 'IMPORT_TOO_COSTLY', 'file'), { cause });
    }
  }
}

const READ = /^\s*select\b/i;

/** The rows of a statement as JSON, which PostgreSQL writes. */
async function rowsOf(query: Query, { text, values }: Extract<ChildMessage, { kind: 'query' }>): Promise<string[]> {
  const isRead = READ.test(text);
  const rows = await query<{ json: string }>(isRead ? `select row_to_json(q)::text as json from (${text}) q` : text, [
    ...values,
  ]);
  return isRead ? rows.map(({ json }) => json) : [];
}

function unexpected(reply: ChildMessage): never {
  throw reply.kind === 'failed' ? reply.error : new Error(`Unexpected reply: ${reply.kind}`);
}
