import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Duplex } from 'node:stream';
import { sendDueDigests } from '../../src/core/comment/feedback-digest.js';
import { createMailQueue, type Letter } from '../../src/adapters/mail/mail-queue.js';
import { createRun } from '../../src/core/transaction/run.js';
import { createOrm, poolOf, type Orm } from '../../src/database/orm.js';
import * as make from '../support/factories.js';
import { KEY, startService, type TestService } from '../support/service.js';
import { graph } from '../login/flow.js';
import { settingsFrom } from './post-office.js';

let service: TestService;
let orm: Orm;
let speaker: string;
let speakerToken: string;
let event: string;
let talk: string;
/** The bytes that PostgreSQL has sent to the job. */
let received = 0;
beforeAll(async () => {
  service = await startService({ LIMIT_WRITES_USER: 'off', TALK_COMMENT_LIMIT: 'off' });
  orm = createOrm(service.database.address, 4);
  (await poolOf(orm)).on('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
    stream.on('data', (bytes: Buffer) => (received += bytes.length));
  });
});
afterAll(async () => {
  await orm.close();
  await service.stop();
});
beforeEach(async () => {
  const { pool } = service.database;
  speaker = await make.createUser(pool, { email: `speaker${make.unique()}@example.org` });
  speakerToken = await make.createToken(pool, speaker);
  event = await make.createEvent(pool, { starts_at: new Date('2026-06-01'), name: 'Night School' });
  talk = await make.createTalk(pool, event, { title: 'Sleep well' });
  await make.createSpeaker(pool, event, talk, { user_id: speaker });
  await service.takeMail();
});

const COMMENT = 'mutation ($input: CommentOnTalkInput!) { commentOnTalk(input: $input) { talkComment { id } } }';

async function comment(text: string, on = talk, isByHost = false): Promise<string> {
  const { pool } = service.database;
  const author = await make.createUser(pool, { full_name: `Author of ${text.slice(0, 100)}` });
  if (isByHost) await make.createHost(pool, event, author);
  const token = await make.createToken(pool, author);
  const { data, errors } = await graph(service, token, COMMENT, { input: { talkId: on, text, rating: 4 } });
  expect(errors).toBeUndefined();
  return (data as { commentOnTalk: { talkComment: { id: string } } }).commentOnTalk.talkComment.id;
}

/** Runs the job some minutes from now. */
async function sendDigests(minutes: number, broken = ''): Promise<string[]> {
  const failed: string[] = [];
  const mail = createMailQueue(settingsFrom({}), KEY);
  const queue: typeof mail.queue = async (transaction, letters) => {
    if (letters.some(({ to }) => to === broken)) throw new Error('This mail cannot be queued');
    return mail.queue(transaction, letters);
  };
  const parts = {
    onFailed: (user: string) => void failed.push(user),
    ...{ em: orm.em, run: createRun(service.database.pool, { prepared: true }), websiteUrl: undefined },
    ...{ mail: { ...mail, queue }, now: () => Date.now() / 1000 + minutes * 60 },
  };
  await sendDueDigests(parts, new AbortController().signal);
  return failed;
}

/** The texts of the comments in each mail since the last call. */
const mailedTexts = async (): Promise<string[][]> => (await service.takeMail()).map(textsOf);

function textsOf({ kind, data }: Letter): string[] {
  if (kind === 'talk_commented') return [data.comment];
  if (kind === 'feedback_digest') return data.talks.flatMap(({ comments }) => comments.map((one) => one.comment));
  throw new Error(`A mail of the kind ${kind}`);
}

const setMode = (feedback: string) =>
  graph(
    service,
    speakerToken,
    'mutation ($input: UpdateNotificationSettingsInput!) { updateNotificationSettings(input: $input) { viewer { notificationSettings { feedback muted } } } }',
    { input: { feedback } },
  );

describe('Mails to a speaker', () => {
  it('are written from the beginnings of long comments, and read no more of them', async () => {
    await setMode('DAILY');
    for (let n = 0; n < 20; n += 1) await comment(`${n} ${'é'.repeat(60_000)}`);
    received = 0;
    await sendDigests(2 * 24 * 60);
    const [texts = []] = await mailedTexts();
    expect(texts).toEqual(Array.from({ length: 20 }, (_, n) => `${`${n} ${'é'.repeat(2_000)}`.slice(0, 2_000)} …`));
    expect(received).toBeLessThan(200_000);
  });

  it('are two for 500 comments in ten minutes, with every comment once', async () => {
    const texts = Array.from({ length: 500 }, (_, index) => `Comment ${index}`);
    for (let begin = 0; begin < texts.length; begin += 50) {
      await Promise.all(texts.slice(begin, begin + 50).map((text) => comment(text)));
    }
    await sendDigests(10);
    const first = await mailedTexts();
    await sendDigests(61);
    const second = await mailedTexts();
    await sendDigests(200);

    expect([first.length, first[0]?.length, second.length, second[0]?.length]).toEqual([1, 1, 1, 499]);
    expect([...first, ...second].flat().sort()).toEqual(texts.sort());
    expect(await mailedTexts()).toEqual([]);
  }, 120_000);

  it('combine the talks of the speaker, and begin anew after an hour', async () => {
    const { pool } = service.database;
    const other = await make.createTalk(pool, event, { title: 'Wake up' });
    await make.createSpeaker(pool, event, other, { user_id: speaker });
    await comment('first');
    await comment('first of the other', other);
    await comment('second');
    await comment('second of the other', other);
    expect(await mailedTexts()).toEqual([['first'], ['first of the other']]);
    await sendDigests(61);
    const [digest] = await service.takeMail();
    // Mails on two talks belong to the conversation of neither.
    expect([digest?.talk, digest && textsOf(digest)]).toEqual([undefined, ['second', 'second of the other']]);
    await pool.query("update feedback_notices set mailed_at = mailed_at - interval '3 hours'");
    await comment('much later');

    expect(await mailedTexts()).toEqual([['much later']]);
  });

  it.each(["status = 'PENDING'", 'is_private = true'])(
    'are not about an event that the speaker cannot see, by %s',
    async (state) => {
      const { pool } = service.database;
      await comment('at once');
      await comment('later');
      await pool.query(`update events set ${state} where id = $1`, [event]);
      await comment('by a host', talk, true);
      await sendDigests(61);
      expect(await mailedTexts()).toEqual([['at once']]);
      await pool.query("update feedback_notices set mailed_at = mailed_at - interval '3 hours'");
      await comment('by another host', talk, true);
      await make.createHost(pool, event, speaker);
      await comment('to a host', talk, true);
      await pool.query("update events set status = 'APPROVED', is_private = false where id = $1", [event]);
      await sendDigests(200);
      expect(await mailedTexts()).toEqual([['to a host']]);
    },
  );

  it('omit comments that have been reported or deleted meanwhile', async () => {
    const { pool } = service.database;
    await comment('first');
    const [hidden, deleted] = [await comment('hidden'), await comment('deleted')];
    await comment('kept');
    await pool.query('update talk_comments set is_hidden = true where id = $1', [hidden]);
    await pool.query('delete from talk_comments where id = $1', [deleted]);
    await mailedTexts();
    await sendDigests(61);

    expect(await mailedTexts()).toEqual([['kept']]);
  });

  it('omit comments on an event that has been withdrawn', async () => {
    await comment('first');
    await comment('second');
    await mailedTexts();
    const { pool } = service.database;
    await pool.query("update events set status = 'REJECTED', withdrawn_at = now() where id = $1", [event]);
    await sendDigests(61);

    expect(await mailedTexts()).toEqual([]);
  });

  it('are sent for each comment, daily or never, as the speaker prefers', async () => {
    const { pool } = service.database;
    const { data } = await setMode('EACH');
    await comment('one');
    await comment('two');
    const each = await mailedTexts();
    await setMode('DAILY');
    await comment('three');
    await comment('four');
    const { rows } = await pool.query<{ hour: number }>(
      "select distinct extract(hour from due_at at time zone 'UTC')::int as hour from pending_feedback where due_at > now()",
    );
    await sendDigests(1);
    const atOnce = await mailedTexts();
    await sendDigests(24 * 60);
    const daily = await mailedTexts();
    await setMode('OFF');
    await comment('five');
    await sendDigests(48 * 60);

    expect(data).toEqual({
      updateNotificationSettings: { viewer: { notificationSettings: { feedback: 'EACH', muted: [] } } },
    });
    expect(each).toEqual([['one'], ['two']]);
    expect(rows).toEqual([{ hour: 6 }]);
    expect(atOnce).toEqual([]);
    expect(daily).toEqual([['three', 'four']]);
    expect(await mailedTexts()).toEqual([]);
  });

  it('are dropped or sent at once when the setting changes', async () => {
    await comment('first');
    await comment('second');
    await setMode('EACH');
    await mailedTexts();
    await sendDigests(1);
    expect(await mailedTexts()).toEqual([['second']]);
    await setMode('HOURLY');
    await comment('third');
    await setMode('OFF');
    await sendDigests(120);

    expect(await mailedTexts()).toEqual([]);
  });

  it('are sent to the others if one fails, and later to that one as well', async () => {
    const { pool } = service.database;
    const other = await make.createUser(pool, { email: `other${make.unique()}@example.org` });
    await make.createSpeaker(pool, event, talk, { user_id: other, display_name: 'Other' });
    await comment('first');
    await comment('second');
    await mailedTexts();
    const { rows } = await pool.query<{ email: string }>('select email from users where id = $1', [speaker]);
    const failed = await sendDigests(61, rows[0]?.email);
    const meanwhile = await mailedTexts();
    await sendDigests(62);

    expect(failed).toEqual([speaker]);
    expect(meanwhile).toEqual([['second']]);
    expect(await mailedTexts()).toEqual([['second']]);
  });

  it('lead to the talk', async () => {
    await comment('first');
    await comment('second');
    await service.takeMail();
    await sendDigests(61);
    const [letter] = await service.takeMail();
    const { rows } = await service.database.pool.query<{ stub: string }>('select stub from talks where id = $1', [
      talk,
    ]);

    expect(letter).toMatchObject({
      ...{ kind: 'feedback_digest', talk: rows[0]?.stub },
      data: {
        count: 1,
        omitted: 0,
        talks: [
          {
            ...{ talkTitle: 'Sleep well', eventName: 'Night School' },
            talkUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/talk\/\w+$/),
            comments: [{ commenter: 'Author of second', rating: 4, comment: 'second' }],
          },
        ],
      },
    });
  });
});
