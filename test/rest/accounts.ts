import { eventually } from '../support/process.js';
import type { TestService } from '../support/service.js';
import { ask, type Answer } from './ask.js';

/** Posts a body to a path below `/v2.1`, anonymously. */
export const post = (service: TestService, path: string, body: object): Promise<Answer> =>
  ask(service, `/v2.1${path}`, { method: 'POST', body });

/** Status, body and `Location` of a response; the body is empty, or an array with one message. */
export async function outcomeOf(answer: Promise<Answer>): Promise<[number, unknown, string | null]> {
  const { status, text, headers } = await answer;
  return [status, text === '' ? '' : (JSON.parse(text) as unknown), headers.get('location')];
}

export const refusal = (status: number, sentence: string) => [status, [sentence], null];
export const NOTHING_MORE = [204, '', null];

/** The token in the link of the queued mail. */
export async function mailedToken(service: TestService): Promise<string> {
  const [mail] = await service.takeMail();
  const link = Object.values(mail?.data ?? {}).find((value) => String(value).includes('token='));
  return new URL(String(link)).searchParams.get('token') ?? '';
}

/**
 * Makes concurrent requests meet: all wait for a lock that the test holds, then all continue.
 *
 * @param lock SQL that acquires it
 */
export async function meeting(
  service: TestService,
  lock: string,
  requests: () => Promise<Answer>[],
): Promise<Answer[]> {
  const { pool } = service.database;
  const client = await pool.connect();
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  try {
    await client.query('begin');
    await client.query(lock);
    const answers = requests();
    await eventually(async () => (await pool.query(waiting)).rowCount === answers.length);
    await client.query('rollback');
    return await Promise.all(answers);
  } finally {
    client.release();
  }
}
