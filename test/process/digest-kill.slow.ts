import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createMailQueue, openMail, type SealedMail } from '../../src/adapters/mail/mail-queue.js';
import { sendDueDigests } from '../../src/core/comment/feedback-digest.js';
import { createRun } from '../../src/core/transaction/run.js';
import { createOrm } from '../../src/database/orm.js';
import { settingsFrom } from '../mail/post-office.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import * as make from '../support/factories.js';
import { startProcess, type ServiceProcess } from '../support/process.js';
import { KEY } from '../support/service.js';

const ROUNDS = 3;
const PER_ROUND = 60;
/** Comments acknowledged in a round before one process is killed. */
const ENOUGH = 15;

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => {
  await cleanUp();
  await database.drop();
});

const start = async (): Promise<ServiceProcess> =>
  startProcess({
    ...{ DATABASE_URL: urlOf(database.address), DATA_DIR: await dataFolder(), WORKERS: '1' },
    SECRET_KEY: 'the same secret key in both services',
  });

it('every acknowledged comment is in one mail, or in one digest, across killed processes', async () => {
  const { pool } = database;
  const event = await make.createEvent(pool);
  const talk = await make.createTalk(pool, event);
  await make.createSpeaker(pool, event, talk, { user_id: await make.createUser(pool) });
  const survivor = await start();
  const acknowledged: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const victim = await start();
    const ofRound: string[] = [];
    await Promise.all(
      Array.from({ length: PER_ROUND }, async (_, index) => {
        const text = `Comment ${round}-${index}`;
        const token = await make.createToken(pool, await make.createUser(pool));
        const response = await fetch(`${(index % 2 ? victim : survivor).base}/v2.1/talks/${talk}/comments`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
          body: JSON.stringify({ comment: text, rating: 4 }),
          // The connection to a killed process breaks: the outcome is unknown.
        }).catch(() => null);
        if (response?.status === 201) ofRound.push(text);
        if (ofRound.length === ENOUGH) victim.child.kill('SIGKILL');
      }),
    );
    victim.child.kill('SIGKILL');
    await victim.ended;
    acknowledged.push(...ofRound);
  }
  survivor.child.kill('SIGKILL');
  await survivor.ended;

  const texts = async (condition: string) => {
    const { rows } = await pool.query<{ comment: string }>(
      `select comment from talk_comments c where ${condition} (select from pending_feedback p where p.talk_comment_id = c.id) order by id`,
    );
    return rows.map(({ comment }) => comment);
  };
  const [mailed, pending] = [await texts('not exists'), await texts('exists')];
  const orm = createOrm(database.address, 4);
  atTheEnd(() => orm.close());
  await pool.query("delete from pgboss.job where name = 'mail'");
  const parts = {
    ...{ em: orm.em, run: createRun(pool, { prepared: true }), websiteUrl: undefined },
    onFailed: (user: string, error: unknown) => {
      throw new Error(`The digest of ${user} failed`, { cause: error });
    },
    ...{ mail: createMailQueue(settingsFrom({}), KEY), now: () => Date.now() / 1000 + 3_660 },
  };
  // Two processes at once.
  await Promise.all([1, 2].map(() => sendDueDigests(parts, new AbortController().signal)));
  const { rows } = await pool.query<{ data: SealedMail }>("select data from pgboss.job where name = 'mail'");
  const digests = rows.map(({ data }) => openMail(data, KEY));
  const digested = digests.flatMap((letter) =>
    letter.kind === 'feedback_digest' ? letter.data.talks.flatMap(({ comments }) => comments) : [],
  );

  expect(acknowledged.length).toBeGreaterThan(ROUNDS * ENOUGH);
  expect([...mailed, ...pending]).toEqual(expect.arrayContaining(acknowledged));
  expect(mailed).toHaveLength(1);
  expect(digests).toHaveLength(1);
  expect(digested.map(({ comment }) => comment).sort()).toEqual(pending.sort());
});
