import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { eventually } from '../support/process.js';
import { refusal, startMailServer } from './mail-server.js';
import { openPostOffice } from './post-office.js';
import { samples } from './samples.js';

afterEach(cleanUp);

const reset = { kind: 'password_reset', to: 'ada@example.org', data: samples.password_reset } as const;
const TOKEN = 's3cr3t';

describe('a failing mail server', () => {
  it('is retried after a 451, with the same Message-ID, and the log contains neither address nor token', async () => {
    const office = await openPostOffice();
    let refusals = 0;
    const server = await startMailServer({
      message: (_received, say) =>
        say((refusals += 1) === 1 ? refusal(451, `Later: <ada@example.org> https://x.example/?token=${TOKEN}`) : null),
    });
    await office.start({ SMTP_URL: server.url });
    await office.queue(reset);
    await eventually(async () => server.received.length === 2 && Object.keys(await office.jobs()).length === 0);
    expect(new Set(server.received.map(({ mail }) => mail.messageId)).size).toBe(1);
    expect(new Set(server.received.map(({ mail }) => mail.date?.getTime())).size).toBe(1);
    expect(office.logged.map(({ msg, tries, reason }) => ({ msg, tries, reason }))).toEqual([
      {
        msg: 'Job failed; will be retried',
        tries: 1,
        reason: 'Message failed: 451 Later: (an address) (a link) (EMESSAGE, DATA)',
      },
    ]);
    expect(JSON.stringify(office.logged)).not.toMatch(new RegExp(`${TOKEN}|ada@|@example`));
  });

  it('is retried if it was unreachable', async () => {
    const office = await openPostOffice();
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address() as AddressInfo;
    gone.close();
    await once(gone, 'close');
    await office.start({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    await office.queue(reset);
    await eventually(() => office.logged.length > 0);
    const server = await startMailServer({}, port);
    await eventually(async () => server.received.length === 1 && Object.keys(await office.jobs()).length === 0);
    expect(server.received.map(({ envelope }) => envelope.to)).toEqual([['ada@example.org']]);
  });

  it('that rejects a recipient permanently is not retried: the mail is stored as failed, others are sent', async () => {
    const office = await openPostOffice();
    const server = await startMailServer({
      recipient: (address, say) =>
        say(address === 'ada@example.org' ? refusal(550, `No such user <${address}>`) : null),
    });
    await office.start({ SMTP_URL: server.url });
    await office.queue({ ...reset, to: ['ada@example.org', 'ben@example.org'] });
    await eventually(async () => server.received.length === 1 && (await office.jobs())['failed'] === 1);
    expect({ jobs: await office.jobs() }).toEqual({ jobs: { failed: 1 } });
    const { rows } = await office.database.pool.query<{ output: object }>('select output from pgboss.job');
    const reason = `Can't send mail - all recipients were rejected: 550 No such user (an address) (EENVELOPE, RCPT TO)`;
    expect(rows).toEqual([{ output: { message: reason } }]);
    expect(office.logged.map(({ level, msg, tries, reason: why }) => ({ level, msg, tries, why }))).toEqual([
      { level: 50, msg: 'Job failed permanently; retained for inspection', tries: 1, why: reason },
    ]);
  });

  it('that never responds blocks neither a transaction nor the shutdown', async () => {
    const office = await openPostOffice();
    const silent = createServer();
    let callers = 0;
    silent.on('connection', (socket) => {
      callers += 1;
      socket.on('error', () => undefined);
      atTheEnd(() => socket.destroy());
    });
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    atTheEnd(() => silent.close());
    const { port } = silent.address() as AddressInfo;
    const worker = await office.start({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    await office.queue(reset);
    await eventually(() => callers === 1);
    await office.queue(reset);
    // The worker still waits for the greeting of the first one.
    expect(office.logged).toEqual([]);
    await worker.stop();
    // The one that was being sent is requeued; the other had not begun.
    expect({ jobs: await office.jobs() }).toEqual({ jobs: { retry: 1, created: 1 } });
  });

  it('that is slow is awaited when the process stops', async () => {
    const office = await openPostOffice();
    const server = await startMailServer({ message: (_received, say) => void setTimeout(say, 1_500) });
    const worker = await office.start({ SMTP_URL: server.url });
    await office.queue(reset);
    await eventually(() => server.received.length === 1);
    await worker.stop();
    expect({ jobs: await office.jobs(), logged: office.logged }).toEqual({ jobs: {}, logged: [] });
  });
});
