import { afterEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { cleanUp } from '../support/clean-up.js';
import { eventually } from '../support/process.js';
import { startMailServer } from './mail-server.js';
import { openPostOffice } from './post-office.js';
import { samples } from './samples.js';

afterEach(cleanUp);

const reset = { kind: 'password_reset', to: 'ada@example.org', data: samples.password_reset } as const;

describe('a slow mail server (RFC 5321 §4.5.3.2)', () => {
  it('that confirms a message after 40 s receives it once', async () => {
    const office = await openPostOffice();
    const server = await startMailServer({ message: (_received, say) => void setTimeout(say, 40_000) });
    await office.start({ SMTP_URL: server.url });
    await office.queue(reset);
    await eventually(() => server.received.length === 1);
    await sleep(42_000);
    await eventually(async () => Object.keys(await office.jobs()).length === 0);
    expect({ received: server.received.length, logged: office.logged }).toEqual({ received: 1, logged: [] });
  }, 90_000);

  it('that greets after 12 s receives the message', async () => {
    const office = await openPostOffice();
    let connections = 0;
    const server = await startMailServer({
      connection: (greet) => {
        connections += 1;
        setTimeout(greet, 12_000);
      },
    });
    await office.start({ SMTP_URL: server.url });
    await office.queue(reset);
    await eventually(async () => server.received.length === 1 && Object.keys(await office.jobs()).length === 0);
    expect({ connections, logged: office.logged }).toEqual({ connections: 1, logged: [] });
  }, 60_000);

  it('that hangs with several messages does not delay the others', async () => {
    const office = await openPostOffice();
    const server = await startMailServer({
      message: ({ envelope }, say) => (envelope.to[0]?.startsWith('slow') === true ? undefined : say()),
    });
    const slow = Array.from({ length: 12 }, (_, index) => `slow${index}@example.org`);
    await office.start({ SMTP_URL: server.url });
    await office.queue({ ...reset, to: slow });
    await eventually(() => server.received.length >= 5);
    await office.queue(reset);
    await eventually(() => server.received.some(({ envelope }) => envelope.to[0] === 'ada@example.org'));
    await eventually(async () => (await office.jobs())['active'] === 12);
    expect({ jobs: await office.jobs(), logged: office.logged }).toEqual({ jobs: { active: 12 }, logged: [] });
  }, 60_000);
});

describe('a process that stops', () => {
  it('gives up a message that is not sent yet, and waits for the confirmation of one that is', async () => {
    const office = await openPostOffice(60);
    const order: string[] = [];
    const server = await startMailServer({
      recipient: (address, say) => (address === 'early@example.org' ? void order.push('asked') : say()),
      message: (_received, say) =>
        void setTimeout(() => {
          order.push('confirmed');
          say();
        }, 3_000),
      settings: { onClose: () => void order.push('closed') },
    });
    const worker = await office.start({ SMTP_URL: server.url });
    await office.queue({ ...reset, to: ['early@example.org', 'late@example.org'] });
    await eventually(() => server.received.length === 1 && order.includes('asked'));
    await worker.stop();
    expect({ jobs: await office.jobs(), logged: office.logged }).toEqual({ jobs: { retry: 1 }, logged: [] });
    expect(order.slice(0, 3)).toEqual(['asked', 'closed', 'confirmed']);
  }, 60_000);

  it('leaves a message without a confirmation to the next one, which sends it with the same Message-ID', async () => {
    const office = await openPostOffice();
    const server = await startMailServer({
      message: (_received, say) => (server.received.length > 1 ? say() : undefined),
    });
    const worker = await office.start({ SMTP_URL: server.url });
    await office.queue(reset);
    await eventually(() => server.received.length === 1);
    await worker.stop();
    expect({ jobs: await office.jobs() }).toEqual({ jobs: { retry: 1 } });
    await office.start({ SMTP_URL: server.url });
    await eventually(async () => server.received.length === 2 && Object.keys(await office.jobs()).length === 0);
    expect(new Set(server.received.map(({ mail }) => mail.messageId)).size).toBe(1);
  }, 60_000);
});

it('an attempt never outlasts its job, so that no other process repeats it', async () => {
  const { queues } = await import('../../src/database/queues.js');
  const { ATTEMPT_TIMEOUT_MS } = await import('../../src/adapters/mail/smtp-transport.js');
  expect(queues.mail.expireInSeconds * 1_000).toBeGreaterThan(ATTEMPT_TIMEOUT_MS);
});
