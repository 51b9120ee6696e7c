import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { importTalks, parseOrReport } from '../import-talks.js';
import type { ParsedSchedule } from '../parse-schedule.js';
import type { Query } from '../read-schedule.js';
import type { Reply, Task } from './messages.js';

/** The thread of an import: parses and merges, and sends its statements to the service, whose transaction it is. */

if (!parentPort) throw new Error('Runs only as a thread of the service');
const port = parentPort;

let parsed: ParsedSchedule | undefined;

const nextTask = async (): Promise<Task> => ((await once(port, 'message')) as [Task])[0];
const send = (reply: Reply): void => port.postMessage(reply);

const query: Query = async <Row>(text: string, values: unknown[] = []) => {
  send({ kind: 'query', text, values });
  const answer = await nextTask();
  if (answer.kind !== 'rows') throw new Error('The statement failed');
  return answer.rows.map((row) => JSON.parse(row) as Row);
};

async function replyTo(task: Task): Promise<Reply> {
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
  send(await replyTo(task).catch((error: unknown): Reply => ({ kind: 'failed', error })));
}
