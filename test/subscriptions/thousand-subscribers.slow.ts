import { afterEach, describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { residentMemory } from '../../faults/processes.js';
import { ask } from '../rest/ask.js';
import { cleanUp, atTheEnd } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { childCpuMs } from '../support/cpu-time.js';
import { freshDatabase } from '../support/database.js';
import { openStream, type StreamClient } from '../../faults/event-streams.js';
import { createEvent, createTalk, createToken, createUser, unique } from '../support/factories.js';
import { eventually, spawnLectern, untilBanner } from '../support/process.js';
import { startService } from '../support/service.js';
import { START_ENVIRONMENT, START_FLAGS } from '../support/start-flags.js';
import { unlimitedWrites } from '../support/unlimited-writes.js';

/** Not through `spawnService`, which records all responses. */
const MAIN = fileURLToPath(new URL('../../bin/main.js', import.meta.url));
const CLIENTS = 1_000;
const COMMENTS = 150;
const PERIOD_MS = 100;
/** Most of it is the system call; measured: 15 µs. */
const MAX_CPU_MS_PER_MESSAGE = 0.06;
const ENVIRONMENT = {
  ...{ MAX_STREAMS: '2000', MAX_STREAMS_ADDRESS: '2000', LIMIT_REQUESTS_ADDRESS: 'off', TALK_COMMENT_LIMIT: 'off' },
};

afterEach(cleanUp);

interface Site {
  readonly base: string;
  readonly talk: string;
  readonly token: string;
}

async function talkOn(pool: Parameters<typeof createEvent>[0]): Promise<Omit<Site, 'base'>> {
  const talk = await createTalk(pool, await createEvent(pool));
  return { talk, token: await createToken(pool, await createUser(pool)) };
}

/** Comments at a constant rate through v2.1. */
async function commentAtRate({ base, talk, token }: Site, count: number): Promise<string[]> {
  const begin = performance.now();
  const texts: string[] = [];
  for (let place = 0; place < count; place += 1) {
    await pause(Math.max(0, begin + place * PERIOD_MS - performance.now()));
    const comment = `Comment ${unique()}`;
    const { status } = await ask({ base }, `/v2.1/talks/${talk}/comments`, {
      ...{ method: 'POST', token, body: { comment, rating: 4 } },
    });
    expect(status).toBe(201);
    texts.push(comment);
  }
  return texts;
}

async function follow({ base, talk }: Site, count = CLIENTS): Promise<StreamClient[]> {
  const clients = Array.from({ length: count }, () => openStream(base, talk));
  atTheEnd(() => clients.forEach(({ stop }) => stop()));
  await eventually(() => clients.every(({ last }) => last() !== undefined));
  return clients;
}

describe(`${CLIENTS} subscribers to one talk`, () => {
  it('run the subscription at most three times per second, and all receive every comment', async () => {
    const service = await startService(ENVIRONMENT);
    atTheEnd(() => service.stop());
    const site = { base: service.base, ...(await talkOn(service.database.pool)) };
    const clients = await follow(site);
    service.takeStatements();
    const begin = performance.now();
    const texts = await commentAtRate(site, COMMENTS);
    await eventually(() => clients.every(({ last }) => last()?.commentCount === COMMENTS));
    const seconds = (performance.now() - begin) / 1_000;
    const runs = service.takeStatements().filter((text) => text.includes('page as materialized'));
    process.stdout.write(`${runs.length} executions in ${seconds.toFixed(1)} s\n`);
    expect(runs.length / seconds).toBeLessThanOrEqual(3);
    for (const client of clients) {
      expect([client.failure(), client.connections(), client.incomplete()]).toEqual([undefined, 1, 0]);
      expect(texts.filter((text) => !client.texts.has(text))).toEqual([]);
    }
  });

  it('cost little CPU time and memory', async () => {
    const database = await freshDatabase();
    atTheEnd(() => database.drop());
    const { child, base } = await untilBanner(
      spawnLectern(process.execPath, [...START_FLAGS, MAIN], {
        ...{ ...START_ENVIRONMENT, ...ENVIRONMENT, ...unlimitedWrites, PORT: '0', ADMIN_PORT: '0', WORKERS: '1' },
        ...{ DATABASE_URL: urlOf(database.address), DATA_DIR: await dataFolder(), LOG_LEVEL: 'warn' },
      }),
    );
    const pid = child.pid!;
    const site = { base, ...(await talkOn(database.pool)) };
    const cpuPerComment = async () => {
      const before = childCpuMs(pid);
      await commentAtRate(site, COMMENTS);
      return (childCpuMs(pid) - before) / COMMENTS;
    };
    await cpuPerComment();
    const alone = await cpuPerComment();
    const memory = residentMemory(pid);
    const one = await follow(site, 1);
    const withOne = await cpuPerComment();
    const others = await follow(site, CLIENTS - 1);
    const withAll = await cpuPerComment();
    const more = residentMemory(pid) - memory;
    const clients = [...one, ...others];
    await eventually(() => clients.every(({ last }) => last()?.commentCount === 4 * COMMENTS));
    const messages = others.reduce((sum, client) => sum + client.messages() - 1, 0);
    for (const client of clients) client.stop();
    const perMessage = ((withAll - withOne) * COMMENTS) / messages;
    process.stdout.write(
      `CPU time per comment: ${alone.toFixed(2)} ms, with one subscriber ${withOne.toFixed(2)} ms, with ${CLIENTS} ` +
        `${withAll.toFixed(2)} ms, which is ${(perMessage * 1_000).toFixed(0)} µs per message; ${more} MB more\n`,
    );
    expect(withOne).toBeLessThan(1.6 * alone);
    expect(perMessage).toBeLessThan(MAX_CPU_MS_PER_MESSAGE);
    expect(more).toBeLessThan(60);
    // Without clients, nothing polls.
    await eventually(async () => (await idleCpuMs(pid)) < 20);
  });
});

/** CPU time in a second without requests. */
async function idleCpuMs(pid: number): Promise<number> {
  const before = childCpuMs(pid);
  await pause(1_000);
  return childCpuMs(pid) - before;
}
