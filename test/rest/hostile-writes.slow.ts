import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask, type Answer } from './ask.js';
import { flawOf, hostile, randomJson, randomNumbers, unstorable } from './hostile-values.js';
import { startHostileWorld, type HostileWorld, type Write } from './hostile-world.js';

let world: HostileWorld;
beforeAll(async () => {
  world = await startHostileWorld();
});
afterAll(() => world.service.stop());

const AT_ONCE = 8;
/** Number of hostile values per field. */
const VALUES_EACH = 20;
/** Number of random bodies per write and seed. */
const BODIES_EACH = 8;

/** Runs all tasks with limited concurrency. */
async function all<Task>(tasks: readonly Task[], work: (task: Task) => Promise<void>): Promise<void> {
  const waiting = [...tasks].reverse();
  const worker = async () => {
    for (let task = waiting.pop(); task !== undefined; task = waiting.pop()) await work(task);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

let sent = 0;
/** @param body JSON, in which `(n)` is replaced by a unique number */
const send = ({ method, path }: Write, body: string): Promise<Answer> =>
  ask(world.service, path, {
    method,
    token: world.token,
    headers: { 'Content-Type': 'application/json' },
    body: body.replaceAll('(n)', String((sent += 1))),
  });
/** The body of a write with another value in one of its fields. */
const changed = ({ body }: Write, field: string, value: unknown): string => JSON.stringify({ ...body, [field]: value });
const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 200);
const nameOf = ({ method, pattern }: Write): string => `${method} ${pattern}`;

/** Tables with text that cannot have been sent: an unpaired surrogate would be stored as U+FFFD. */
async function tablesWithReplacedText(): Promise<string[]> {
  const { pool } = world.service.database;
  const { rows } = await pool.query<{ table_name: string }>(
    "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const found: string[] = [];
  for (const { table_name: table } of rows) {
    const { rowCount } = await pool.query(`select from "${table}" as t where t::text like '%\ufffd%'`);
    if (rowCount) found.push(table);
  }
  return found;
}

/** Requests of the table for unknown or unchanged records. */
const refusedForTheRecord = [
  ['DELETE /events/{id}', 405, 'Method not supported'],
  ['POST /events/{id}/images', 400, 'Image was not supplied'],
  ['POST /events/{id}/hosts', 400, 'User is already a host'],
  ['DELETE /events/{id}/approval', 404, 'Event not found'],
  ['POST /events/{id}/approval', 404, 'Event not found'],
  ['DELETE /talks/{id}', 404, 'Talk not found'],
  ['DELETE /talks/{id}/speakers/{user}', 404, 'Provided user is not a speaker on this talk'],
  ['DELETE /talks/{id}/links/{link}', 404, 'Talk Link ID not found'],
  ['DELETE /tracks/{id}', 404, 'Track not found'],
  ['POST /talk_comments/{id}/reported', 404, 'Comment not found'],
  ['PUT /talk_comments/{id}/reported', 404, 'Comment not found'],
  ['DELETE /users/{id}', 404, 'User not found'],
  ['DELETE /users/{id}/talk_comments', 404, 'User not found'],
  ['POST /users/verifications', 400, 'Verification failed'],
  ['POST /users/passwords', 400, 'Password could not be reset'],
  ['POST /users/email_changes/confirmations', 400, 'The email address could not be changed'],
  ['POST /users/email_changes/authorisations', 400, 'The email address could not be changed'],
  ['POST /users/email_changes/cancellations', 400, 'The change of the email address could not be cancelled'],
  ['DELETE /token/{id}', 404, 'No tokens found'],
  ['DELETE /applications/{id}', 404, 'No application found'],
  ['POST /twitter/request_token', 501, 'Cannot login via Twitter'],
  ['POST /twitter/token', 501, 'Cannot login via Twitter'],
  ['POST /facebook/token', 501, 'Cannot login via Facebook'],
];

describe('every write', () => {
  it('is in the table of this test', async () => {
    const paths = JSON.parse(await readFile('test/fixtures/paths.json', 'utf8')) as { method: string; path: string }[];
    const documented = paths.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
    expect(world.writes.map(({ method, pattern }) => `${method} /v2.1${pattern}`).sort()).toEqual(documented.sort());
  });

  it('accepts a valid body, or rejects it because of its record only', async () => {
    const refused: [string, number, string][] = [];
    for (const write of world.writes) {
      const { status, text } = await send(write, JSON.stringify(write.body));
      if (status >= 400) refused.push([nameOf(write), status, ...(JSON.parse(text) as [string])]);
    }
    expect(refused.sort()).toEqual(refusedForTheRecord.sort());
  });

  it('rejects text that cannot be stored', async () => {
    const taken: string[] = [];
    const tasks = world.writes.flatMap((write) =>
      Object.entries(write.body)
        // The current password is only checked with a new one.
        .filter(([name, value]) => typeof value === 'string' && name !== 'old_password')
        .flatMap(([field]) => unstorable.map((value) => ({ write, field, value }))),
    );
    await all(tasks, async ({ write, field, value }) => {
      const { status } = await send(write, changed(write, field, value));
      if (status < 400) taken.push(`${nameOf(write)} ${field}=${shown(value)}: ${status}`);
    });
    expect([taken, await tablesWithReplacedText()]).toEqual([[], []]);
  }, 240_000);

  it('never fails, whatever the value of a field', async () => {
    const random = randomNumbers(1);
    const flaws: string[] = [];
    const some = () => Array.from({ length: VALUES_EACH }, () => hostile[Math.floor(random() * hostile.length)]);
    const tasks = world.writes.flatMap((write) =>
      Object.keys(write.body).flatMap((field) => some().map((value) => ({ write, field, value }))),
    );
    await all(tasks, async ({ write, field, value }) => {
      const answer = await send(write, changed(write, field, value));
      const flaw = flawOf(answer);
      if (flaw) flaws.push(`${nameOf(write)} ${field}=${shown(value)}: ${flaw}: ${answer.status} ${answer.text}`);
    });
    expect(flaws).toEqual([]);
  }, 240_000);

  it.each([20261121, 7])(
    'never fails, whatever its body contains (seed %i)',
    async (seed) => {
      const random = randomNumbers(seed);
      const flaws: string[] = [];
      const known = new Set(world.writes.flatMap(({ body }) => Object.keys(body)));
      const names = [...known, '__proto__', 'constructor', 'verbose', 'toString', ''];
      const member = (name: string | undefined, value: unknown) => `${JSON.stringify(name)}:${JSON.stringify(value)}`;
      const bodyFor = ({ body }: Write): string => {
        const own = Object.entries(body).map(([name, value]) =>
          member(name, random() < 0.4 ? randomJson(random) : value),
        );
        // Names may be duplicated.
        const others = Array.from({ length: Math.floor(random() * 8) }, () =>
          member(names[Math.floor(random() * names.length)], randomJson(random)),
        );
        return `{${[...own, ...others].join(',')}}`;
      };
      const tasks = world.writes.flatMap((write) =>
        Array.from({ length: BODIES_EACH }, () => ({ write, body: bodyFor(write) })),
      );
      await all(tasks, async ({ write, body }) => {
        const answer = await send(write, body);
        const flaw = flawOf(answer);
        if (flaw) flaws.push(`${nameOf(write)} ${body.slice(0, 300)}: ${flaw}: ${answer.status} ${answer.text}`);
      });
      expect([flaws, await tablesWithReplacedText()]).toEqual([[], []]);
    },
    60_000,
  );
});
