import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openMail, type Letter, type SealedMail } from '../../src/adapters/mail/mail-queue.js';
import { secretKey } from '../../src/database/secret-key.js';
import { cleanUp } from '../support/clean-up.js';
import { createEvent, createHost, createTalk, createTalkComment, createUser } from '../support/factories.js';
import { commandLine, type CommandLine } from './command.js';

let line: CommandLine;
let pending: string[];

beforeAll(async () => {
  line = await commandLine();
  const { pool } = line.database;
  const host = await createUser(pool, { username: 'host', email: 'host@example.org' });
  await createUser(pool, { username: 'ada', is_admin: true });
  await createEvent(pool, { name: 'Small Gardens' });
  pending = [];
  for (const name of ['First', 'Second', 'Third']) {
    const id = await createEvent(pool, { name, status: 'PENDING' });
    await createHost(pool, id, host);
    pending.push(id);
  }
});
afterAll(cleanUp);

/** The queued mails. */
async function letters(): Promise<Letter[]> {
  const key = await secretKey({ secretKey: undefined, dataDirectory: line.environment['DATA_DIR'] ?? '' });
  const { rows } = await line.database.pool.query<{ data: SealedMail }>(
    "delete from pgboss.job where name = 'mail' returning data",
  );
  return rows.map(({ data }) => openMail(data, key)).sort((one, other) => one.to.localeCompare(other.to));
}

const statusOf = async (id: string | undefined) => {
  const { rows } = await line.database.pool.query<{ status: string; reviewer: string | null; reason: string | null }>(
    `select e.status, u.username as reviewer, e.rejection_reason as reason
      from events e left join users u on u.id = e.reviewer_id where e.id = $1`,
    [id],
  );
  return rows[0];
};

describe('event list', () => {
  it('lists events that await approval, the latest submission first', async () => {
    const { code, output } = await line.lectern('event', 'list', '--pending', '--json');
    const names = (JSON.parse(output) as Record<string, unknown>[]).map(({ id, name }) => [id, name]);
    expect([code, names]).toEqual([
      0,
      [
        [pending[2], 'Third'],
        [pending[1], 'Second'],
        [pending[0], 'First'],
      ],
    ]);
    const found = await line.lectern('event', 'list', '--search', 'gard', '--json');
    expect(JSON.parse(found.output)).toEqual([
      {
        id: expect.any(String),
        name: 'Small Gardens',
        status: 'APPROVED',
        isPrivate: false,
        isCancelled: false,
        isWithdrawn: false,
        startsAt: '2026-06-01T07:00:00Z',
        hosts: [],
        submittedAt: expect.any(String),
      },
    ]);
  });
});

describe('event approve and reject', () => {
  it('approves as the only site administrator, and notifies the hosts', async () => {
    const id = pending[0] ?? '';
    expect(await line.lectern('event', 'approve', id)).toEqual({
      code: 0,
      output: `Approved event ${id}.\n`,
      errors: '',
    });
    expect(await statusOf(id)).toEqual({ status: 'APPROVED', reviewer: 'ada', reason: null });
    expect(await letters()).toEqual([
      {
        kind: 'event_approved',
        origin: 'http://127.0.0.1:8080',
        to: 'host@example.org',
        data: { eventName: 'First', eventUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:8080\/event\/event-/) },
      },
    ]);
    expect(await line.lectern('event', 'approve', id)).toEqual({
      code: 1,
      output: '',
      errors: 'The event is not pending: it has already been approved or rejected.\n',
    });
  });

  it('requires the name of the administrator if there are several', async () => {
    await createUser(line.database.pool, { username: 'grace', is_admin: true });
    const id = pending[1] ?? '';
    expect(await line.lectern('event', 'reject', id, '--yes')).toEqual({
      code: 1,
      output: '',
      errors: 'Specify the deciding administrator with --as: ada, grace.\n',
    });
    expect(await line.lectern('event', 'reject', id, '--yes', '--as', 'host')).toMatchObject({
      code: 1,
      errors: 'No site administrator "host".\n',
    });
    expect(await statusOf(id)).toEqual({ status: 'PENDING', reviewer: null, reason: null });
  });

  it('rejects after confirmation, with a reason that the hosts receive', async () => {
    const id = pending[1] ?? '';
    const reject = (...words: string[]) =>
      line.lectern('event', 'reject', id, '--reason', 'It is no conference.', '--as', 'GRACE', ...words);
    expect((await reject()).code).toBe(1);
    expect(await reject('--yes')).toEqual({ code: 0, output: `Rejected event ${id}.\n`, errors: '' });
    expect(await statusOf(id)).toEqual({ status: 'REJECTED', reviewer: 'grace', reason: 'It is no conference.' });
    expect(await letters()).toMatchObject([
      { kind: 'event_rejected', to: 'host@example.org', data: { reason: 'It is no conference.' } },
      { kind: 'event_rejected', to: 'lectern@localhost' },
    ]);
  });

  it('reports errors', async () => {
    expect(await line.lectern('event', 'approve', '999999', '--as', 'ada')).toMatchObject({
      code: 1,
      errors: 'No such event: look it up with event list.\n',
    });
    expect(await line.lectern('event', 'approve', 'First')).toMatchObject({ code: 2, output: '' });
    const long = ['--reason', 'x'.repeat(201), '--yes', '--as', 'ada'];
    expect(await line.lectern('event', 'reject', pending[2] ?? '', ...long)).toMatchObject({
      code: 1,
      errors: '--reason must not exceed 200 characters.\n',
    });
  });
});

describe('event cancel and reinstate', () => {
  it('cancel after confirmation, reinstate, and notify the hosts', async () => {
    const id = pending[0] ?? '';
    const run = (...words: string[]) => line.lectern('event', ...words, '--as', 'ada');
    expect((await run('cancel', id)).code).toBe(1);
    expect(await run('cancel', id, '--yes')).toEqual({ code: 0, output: `Cancelled event ${id}.\n`, errors: '' });
    expect(await run('reinstate', id)).toEqual({ code: 0, output: `Reinstated event ${id}.\n`, errors: '' });
    expect((await letters()).map(({ kind }) => kind)).toEqual(['event_cancelled', 'event_reinstated']);
    expect(await run('cancel', pending[2] ?? '', '--yes')).toEqual({
      ...{ code: 1, output: '' },
      errors: 'The event is not approved: only approved events can be cancelled, reinstated or withdrawn.\n',
    });
  });
});

describe('event shift', () => {
  const run = (...words: string[]) => line.lectern('event', 'shift', ...words, '--as', 'ada');

  it('moves an event with its talks, or its talks only', async () => {
    const { pool } = line.database;
    const id = await createEvent(pool, { name: 'Moving Gardens' });
    const talk = await createTalk(pool, id);
    const starts = async () => {
      const { rows } = await pool.query<{ event: Date; talk: Date }>(
        'select e.starts_at as event, t.starts_at as talk from events e join talks t on t.event_id = e.id where t.id = $1',
        [talk],
      );
      return rows.map(({ event, talk: start }) => [event.toISOString(), start.toISOString()]);
    };
    const output = `Moved 1 talks of event ${id}.\n`;
    expect(await run(id, '--days', '7')).toEqual({ code: 0, output, errors: '' });
    expect(await starts()).toEqual([['2026-06-08T07:00:00.000Z', '2026-06-08T08:00:00.000Z']]);
    expect(await run(id, '--minutes', '-15', '--talks-only')).toEqual({ code: 0, output, errors: '' });
    expect(await starts()).toEqual([['2026-06-08T07:00:00.000Z', '2026-06-08T07:45:00.000Z']]);
    expect(await run(id, '--zone', 'Europe/London')).toEqual({ code: 0, output, errors: '' });
    expect(await starts()).toEqual([['2026-06-08T08:00:00.000Z', '2026-06-08T08:45:00.000Z']]);
  });

  it('reports errors', async () => {
    const id = pending[0] ?? '';
    const errors = async (...words: string[]) => (await run(id, ...words)).errors;
    expect(await errors()).toBe('Exactly one of --days, --minutes and --zone is required.\n');
    expect(await errors('--days', '99999')).toBe('--days is out of range.\n');
    expect(await errors('--zone', 'BST')).toBe('--zone must be an IANA time zone, such as Europe/Amsterdam.\n');
    expect(await errors('--days', '1.5')).toContain('Must be a whole number.');
  });
});

describe('event withdraw and delete', () => {
  const run = (...words: string[]) => line.lectern('event', ...words, '--as', 'ada');
  const file = () => join(line.environment['DATA_DIR'] ?? '', `feedback-${Math.random()}.csv`);

  it('withdraw after confirmation, and approve again', async () => {
    const id = pending[0] ?? '';
    expect((await run('withdraw', id)).code).toBe(1);
    expect(await run('withdraw', id, '--yes')).toEqual({ code: 0, output: `Withdrew event ${id}.\n`, errors: '' });
    const { output } = await line.lectern('event', 'list');
    expect(output).toMatch(/First +withdrawn /);
    expect((await run('approve', id)).code).toBe(0);
    expect((await letters()).map(({ kind }) => kind)).toEqual(['event_withdrawn', 'event_approved']);
  });

  it('write the comments to a new file, name what is lost, and delete', async () => {
    const { pool } = line.database;
    const id = await createEvent(pool, { name: 'Large Gardens' });
    const talk = await createTalk(pool, id);
    await createTalkComment(pool, id, talk, { comment: 'Too large.' });
    const out = file();
    const remove = (name: string, ...words: string[]) => run('delete', id, '--name', name, '--out', out, ...words);
    const words = '1 talk, 0 tracks, 1 comment, 0 stars, 0 attendees, 0 speaker claims and 0 hosts';
    expect(await remove('large gardens', '--yes')).toEqual({
      ...{ code: 1, output: '' },
      errors: '--name is not the name of the event. Nothing was deleted.\n',
    });
    expect(await remove('Large Gardens')).toMatchObject({
      code: 1,
      errors: expect.stringContaining(`Delete event ${id} with ${words}? This cannot be undone.`),
    });
    expect(existsSync(out)).toBe(false);
    writeFileSync(out, 'An earlier export');
    expect((await remove('Large Gardens', '--yes')).code).toBe(1);
    expect((await pool.query('select from events where id = $1', [id])).rowCount).toBe(1);
    rmSync(out);
    expect(await remove('Large Gardens', '--yes')).toEqual({
      ...{ code: 0, errors: '' },
      output: `Wrote ${out}.\nDeleted event ${id} with ${words}.\n`,
    });
    expect(readFileSync(out, 'utf8')).toContain('Too large.');
    expect((await pool.query('select from events where id = $1', [id])).rowCount).toBe(0);
  });
});

describe('event schedule', () => {
  it.each([
    ['xml', '<title>Second</title>'],
    ['json', '"title":"Second"'],
    ['ics', 'NAME:Second\r\n'],
  ])('writes an event that is not public as %s', async (format, text) => {
    const { code, output, errors } = await line.lectern('event', 'schedule', pending[1] ?? '', '--format', format);
    expect([code, errors]).toEqual([0, '']);
    expect(output).toContain(text);
  });

  it('writes a new file', async () => {
    const path = join(line.environment['DATA_DIR'] ?? '', 'schedule.xml');
    const { output } = await line.lectern('event', 'schedule', pending[2] ?? '', '--out', path);
    expect(output).toBe(`Wrote ${path}.\n`);
    expect(readFileSync(path, 'utf8')).toContain('<title>Third</title>');
    const again = await line.lectern('event', 'schedule', pending[2] ?? '', '--out', path);
    expect([again.code, again.errors]).toEqual([1, expect.stringContaining('exists')]);
  });

  it('names an event that does not exist', async () => {
    const { code, errors } = await line.lectern('event', 'schedule', '999');
    expect([code, errors]).toEqual([1, 'No event 999.\n']);
  });
});
