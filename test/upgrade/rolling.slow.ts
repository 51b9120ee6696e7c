import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { pgConfig } from '../../src/database/orm.js';
import { startMailServer } from '../mail/mail-server.js';
import { halfDone, lost } from '../process/half-done.js';
import { createHand, createWorld, type Hand, type World } from '../process/random-world.js';
import { UNLIMITED } from '../process/random-writer.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { emptyDatabase } from '../support/database.js';
import { eventually, runCommand, startProcess, stopProcess, type ServiceProcess } from '../support/process.js';
import { unlimitedWrites } from '../support/unlimited-writes.js';
import { declaredDifferences, differencesOf } from './declared-differences.js';
import { startReleased } from './released-service.js';
import { pathOf, readAgain, readAll, shapes, shapesOf, type Responses, type Viewers } from './responses.js';
import { startReaders, startWriters, type Readers, type Writers } from './rolling-load.js';
import { seenByBoth } from './seen-by-both.js';
import { cleanDoctor } from '../support/doctor-output.js';
import { walkReleased } from './walk-released.js';

/** Warnings of the released version: about mails of kinds that it lacks. */
const DOCUMENTED = /"queue":"mail",.*will be retried/;
const CONNECTIONS = 4;
const WRITES = 150;
/** Demo accounts are created without a link, and verification deletes it. */
const VERIFIED = 'registered accounts without a link that verifies them';
/** Lists of everything: the load adds to them. */
const collection = /^\/v2\.1\/(events|users|talks)(\?|$)/;

// Each step continues where the previous one ended.
let environment: Record<string, string>;
let pool: pg.Pool;
let released: ServiceProcess;
let current: ServiceProcess;
let viewers: Viewers;
let recorded: Responses;
/** What the demo conferences of the released version contain: depending on the time, a user has rated a talk twice. */
let partialDemo: Record<string, string[]>;
let world: World;
let hands: Hand[];
let readers: Readers;

beforeAll(async () => {
  const address = await emptyDatabase();
  const mails = await startMailServer();
  environment = {
    ...{ DATABASE_URL: urlOf(address), SECRET_KEY: 'the same secret key in both versions', SMTP_URL: mails.url },
    ...{ DEMO_DATA: 'true', LOG_LEVEL: 'warn', ...unlimitedWrites, ...UNLIMITED },
  };
  pool = new pg.Pool({ ...pgConfig(address), max: 4 });
  atTheEnd(() => pool.end());
  released = await startReleased({ ...environment, DATA_DIR: await dataFolder() });
  partialDemo = await halfDone(pool);
  viewers = await walkReleased(released, mails);
});
afterAll(cleanUp);

const linesOf = ({ output }: ServiceProcess): string[] => output().match(/^\{.*/gm) ?? [];
const halves = () => [hands.slice(0, CONNECTIONS / 2), hands.slice(CONNECTIONS / 2)] as const;
const stopAll = async (writers: readonly Writers[]) => (await Promise.all(writers.map((each) => each.stop()))).flat();

describe('a rolling upgrade from 1.0.0 (test/fixtures/released-service.json.br)', () => {
  it('starts with every GET path of v2.1 at the released version, and with all of its writes', async () => {
    const { rows } = await pool.query<{ path: string }>(
      `select '/v2.1/events/' || id as path from events where location = 'Zürich'
        union select '/v2.1/talks/' || t.id from talks t join events e on e.id = event_id where location = 'Zürich'`,
    );
    recorded = await readAll(
      released.base,
      viewers,
      rows.map(({ path }) => path),
    );
    expect(shapes.filter((shape) => !shapesOf(recorded).includes(shape))).toEqual([]);

    const seed = randomInt(2 ** 31);
    world = await createWorld(pool, 'administrator');
    const numbers = Array.from({ length: CONNECTIONS }, (_, number) => number);
    hands = await Promise.all(numbers.map((number) => createHand(pool, world, number, seed)));
    const writers = startWriters(released, hands);
    await writers.more(WRITES, { everyWrite: true });
    expect(await writers.stop()).toEqual([]);
  });

  it('migrates at the start of the current version, while the released one reads and writes', async () => {
    const stable = new Map([...recorded].filter(([key]) => !collection.test(pathOf(key))));
    readers = startReaders(released, viewers, stable);
    const writers = startWriters(released, hands);
    await writers.more(20);
    current = await startProcess({ ...environment, DATA_DIR: await dataFolder() });
    await writers.more(20);
    expect(await writers.stop()).toEqual([]);
  });

  it('every write of one version is visible at once at the other one', async () => {
    readers.services.push(current);
    await seenByBoth(pool, released, current, current);
    await seenByBoth(pool, current, released, current);
  });

  it('both versions write at the same time, and users change the version', async () => {
    const [some, others] = halves();
    for (const [one, other, everyWrite] of [
      [released, current, true],
      [current, released, false],
    ] as const) {
      const writers = [startWriters(one, some), startWriters(other, others)];
      await Promise.all(writers.map((each) => each.more(WRITES, { everyWrite })));
      expect(await stopAll(writers)).toEqual([]);
    }
  });

  it('both versions have the same responses to all of it', async () => {
    const events = world.targets.event.map(({ id }) => `/v2.1/events/${id}`);
    const all = { anonymous: undefined, administrator: world.admin.token };
    const now = await readAll(released.base, all, events);
    const { wrong } = differencesOf(now, await readAgain(current.base, all, now.keys()));
    expect(wrong).toEqual({});
  });

  it('the released version stops under load: no request has failed, and no write is lost or partial', async () => {
    const writers = startWriters(current, hands);
    await writers.more(20);
    readers.services.shift();
    expect(await stopProcess(released)).toMatchObject({ code: 0, errors: '' });
    await writers.more(WRITES);
    const read = await readers.stop();
    expect({ written: await writers.stop(), read: read.failures }).toEqual({ written: [], read: [] });
    expect(read.answered).toBeGreaterThan(100);
    const found = await lost(pool, world);
    const { [VERIFIED]: _verified, ...partial } = await halfDone(pool);
    const { [VERIFIED]: _unlinked, ...before } = partialDemo;
    expect({ lost: found.lost, partial }).toEqual({ lost: [], partial: before });
    expect(found.looked).toBeGreaterThan(WRITES);
  });

  it('doctor finds nothing', async () => {
    expect(await runCommand(['doctor'], { ...environment, DATA_DIR: await dataFolder() })).toMatchObject({
      code: 0,
      output: cleanDoctor(),
    });
  });

  it('the recorded responses are unchanged, except for the declared differences', async () => {
    const then = new Map([...recorded].filter(([key]) => !collection.test(pathOf(key))));
    const { wrong, met } = differencesOf(then, await readAgain(current.base, viewers, then.keys()));
    expect(wrong).toEqual({});
    expect([...met].sort()).toEqual(declaredDifferences.map(({ member }) => member).sort());
  });

  it('all mails are delivered, and neither version has logged another warning', async () => {
    const unsent = "select from pgboss.job where name = 'mail' and state <> 'completed'";
    // Mails of kinds that the released version lacks are due in minutes.
    await pool.query("update pgboss.job set start_after = now() where name = 'mail' and state = 'retry'");
    await eventually(async () => (await pool.query(unsent)).rowCount === 0);
    expect(await stopProcess(current)).toMatchObject({ code: 0, errors: '' });
    expect(linesOf(released).filter((line) => !DOCUMENTED.test(line))).toEqual([]);
    expect(linesOf(current)).toEqual([]);
  });
});
