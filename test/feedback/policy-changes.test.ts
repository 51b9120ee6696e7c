import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createMailQueue } from '../../src/adapters/mail/mail-queue.js';
import { sendDueDigests } from '../../src/core/comment/feedback-digest.js';
import { createRun } from '../../src/core/transaction/run.js';
import { createOrm, type Orm } from '../../src/database/orm.js';
import { settled } from '../changes/log.js';
import { askData } from '../graphql/ask.js';
import { settingsFrom } from '../mail/post-office.js';
import { KEY, startService, type TestService } from '../support/service.js';
import { marksIn } from './identity.js';
import { createWorld, SET_POLICY, TALK_TEXT, type FeedbackWorld, type Viewer } from './world.js';

/** A comment shows its author and its time only if both the policy of its writing and the current one do. */
let service: TestService;
let orm: Orm;
beforeAll(async () => {
  service = await startService({ LIMIT_REQUESTS_ADDRESS: 'off', TALK_COMMENT_LIMIT: 'off' });
  orm = createOrm(service.database.address, 4);
});
afterAll(async () => {
  await orm.close();
  await service.stop();
});

const setNames = ({ event, tokens }: FeedbackWorld, names: string) =>
  askData(service, SET_POLICY, { variables: { input: { eventId: event, names } }, token: tokens.host });

const EDIT = 'mutation ($input: EditTalkCommentInput!) { editTalkComment(input: $input) { __typename } }';

/** How the comment was written. */
const writings = {
  'with the name': { isShown: true, write: () => createWorld(service, 'PUBLIC') },
  'with a hidden name': { isShown: false, write: () => createWorld(service, 'OPTIONAL') },
  'under HIDDEN': { isShown: false, write: () => createWorld(service, 'HIDDEN') },
  'with the name, and edited under HIDDEN': {
    isShown: false,
    async write() {
      const world = await createWorld(service, 'PUBLIC');
      await setNames(world, 'HIDDEN');
      const input = { talkCommentId: world.talkComment, text: `${TALK_TEXT}!` };
      await askData(service, EDIT, { variables: { input }, token: world.tokens.author });
      return world;
    },
  },
} as const;

const readers: readonly Viewer[] = ['visitor', 'attendee', 'speaker', 'host', 'hostSpeaker'];

/** The marks of the author and the exact times in everything that is recorded about the comment. */
async function seenBy({ event, talkComment, tokens }: FeedbackWorld, viewer: Viewer) {
  const isHost = viewer === 'host' || viewer === 'hostSpeaker';
  const query = `{ changes(eventId: ${event}) { nodes { kind at recordId record { ... on TalkComment { userId } } } }
    talkComment(id: ${talkComment}) { source createdAt user { username fullName }
      ${isHost ? 'versions { text replacedAt }' : ''} } }`;
  const { changes, talkComment: comment } = await askData(service, query, { token: tokens[viewer], isSentOnce: true });
  const about = (changes.nodes as { kind: string; at: string; recordId: string }[]).filter(
    ({ kind, recordId }) => kind.startsWith('TALK_COMMENT') && recordId === talkComment,
  );
  const times = [
    ...about.map(({ at }) => at),
    ...(comment.versions ?? []).map(({ replacedAt }: { replacedAt: string }) => replacedAt),
    comment.createdAt,
  ] as string[];
  return {
    changes: about.length > 0,
    names: marksIn(JSON.stringify([about, comment])).length > 0,
    times: times.some((time) => !/:00:00(\.0+)?(Z|[+-]\d\d:\d\d)$/.test(time)),
  };
}

/** Whether the digest for the speaker names the author. */
async function isNamedInDigest({ talkComment, users }: FeedbackWorld): Promise<boolean> {
  const { pool } = service.database;
  await service.takeMail();
  await pool.query(
    "insert into pending_feedback (user_id, talk_comment_id, origin, due_at) values ($1, $2, 'http://x', now())",
    [users.speaker, talkComment],
  );
  const parts = {
    ...{
      em: orm.em,
      run: createRun(pool, { prepared: true }),
      websiteUrl: undefined,
      now: () => Date.now() / 1000 + 60,
    },
    mail: createMailQueue(settingsFrom({}), KEY),
    onFailed: (_: string, error: unknown) => {
      throw error;
    },
  };
  await sendDueDigests(parts, new AbortController().signal);
  const mails = JSON.stringify(await service.takeMail());
  expect(mails).toContain(TALK_TEXT);
  return marksIn(mails).length > 0;
}

describe.each(Object.entries(writings))('A comment written %s', (_, { isShown, write }) => {
  let world: FeedbackWorld;
  beforeAll(async () => {
    world = await write();
    await settled(service.database.pool);
  });

  it.each(['PUBLIC', 'OPTIONAL', 'HIDDEN'])('shows no more than both policies once names are %s', async (names) => {
    await setNames(world, names);
    const is = isShown && names !== 'HIDDEN';
    const seen = await Promise.all(readers.map(async (viewer) => [viewer, await seenBy(world, viewer)]));
    expect(seen).toEqual(readers.map((viewer) => [viewer, { changes: true, names: is, times: is }]));
    expect(await isNamedInDigest(world)).toBe(is);
  });
});
