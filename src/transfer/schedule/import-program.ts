import { once } from 'node:events';
import { importTalks, parseOrReport } from './import-talks.js';
import type { ParsedSchedule } from './parse-schedule.js';
import type { Query } from './read-schedule.js';
import type { ChildMessage, Task } from './import-messages.js';

/** The process of an import: parses and merges, and sends its statements to the service, whose transaction it is. */

if (!process.send) throw new Error('Runs only as a process of the service');
// Ends with the service, which completes its imports when a signal stops it.
process.once('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

let parsed: ParsedSchedule | undefined;

const nextTask = async (): Promise<Task> => ((await once(process, 'message')) as [Task])[0];
const send = (reply: ChildMessage): void => void process.send?.(reply);

const query: Query = async <Row>(text: string, values: unknown[] = []) => {
  send({ kind: 'query', text, values });
  const answer = await nextTask();
  if (answer.kind !== 'rows') throw new Error('The statement failed');
  return answer.rows.map((row) => JSON.parse(row) as Row);
};

async function replyTo(task: Task): Promise<ChildMessage> {
  if (task.kind === 'parse') {
    const result = parseOrReport(task.bytes, task.format, task.options);
    parsed = 'talks' in result ? result : undefined;
    return { kind: 'parsed', report: 'talks' in result ? null : result };
  }
  if (task.kind !== 'import' || !parsed) throw new Error(`Unexpected message: ${task.kind}`);
  return { kind: 'imported', result: await importTalks(query, task.eventId, parsed, task.options) };
}

for (;;) {
  const task = await nextTask();
  send(await replyTo(task).catch((error: unknown): ChildMessage => ({ kind: 'failed', error })));
}
