import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, askData, codesOf } from '../graphql/ask.js';
import { createWorld, SET_POLICY, type FeedbackWorld } from './world.js';

let service: TestService;
let world: FeedbackWorld;
beforeAll(async () => {
  service = await startService();
  world = await createWorld(service, 'PUBLIC');
});
afterAll(() => service.stop());

const EDIT_BOTH = `mutation ($talk: EditTalkCommentInput!, $event: EditEventCommentInput!) {
  editTalkComment(input: $talk) { talkComment { isNameHidden viewerCanEdit } }
  editEventComment(input: $event) { eventComment { isNameHidden viewerCanEdit } } }`;

const setNames = (names: string) =>
  askData(service, SET_POLICY, { variables: { input: { eventId: world.event, names } }, token: world.tokens.host });
const editBoth = (text: string) =>
  askData(service, EDIT_BOTH, {
    variables: {
      talk: { talkCommentId: world.talkComment, text },
      event: { eventCommentId: world.eventComment, text },
    },
    token: world.tokens.author,
  });
const readBoth = async (): Promise<{ text: string; userId: string | null }[]> => {
  const { talkComment, eventComment } = await askData(
    service,
    `{ talkComment(id: ${world.talkComment}) { text userId } eventComment(id: ${world.eventComment}) { text userId } }`,
  );
  return [talkComment, eventComment];
};

describe('A comment that showed the name', () => {
  it('hides it for good once its author edits it under the policy HIDDEN', async () => {
    await editBoth('Edited while names are public');
    const before = await readBoth();
    await setNames('HIDDEN');
    const edited = await editBoth('Candid');
    await setNames('PUBLIC');

    expect(before.map(({ userId }) => userId)).toEqual([world.users.author, world.users.author]);
    expect(edited).toEqual({
      editTalkComment: { talkComment: { isNameHidden: true, viewerCanEdit: true } },
      editEventComment: { eventComment: { isNameHidden: true, viewerCanEdit: true } },
    });
    expect(await readBoth()).toEqual([
      { text: 'Candid', userId: null },
      { text: 'Candid', userId: null },
    ]);
  });

  it('is not edited under the policy HIDDEN if its rating does not count, which would show the role of the author', async () => {
    await setNames('PUBLIC');
    const posted = await askData(
      service,
      `mutation ($talk: CommentOnTalkInput!, $event: CommentOnEventInput!) {
        commentOnTalk(input: $talk) { talkComment { id rating } } commentOnEvent(input: $event) { eventComment { id rating } } }`,
      {
        variables: {
          talk: { talkId: world.talk, text: 'By a speaker', rating: 5 },
          event: { eventId: world.event, text: 'By a host', rating: 5 },
        },
        token: world.tokens.hostSpeaker,
      },
    );
    const { talkComment } = posted.commentOnTalk;
    const { eventComment } = posted.commentOnEvent;
    await setNames('HIDDEN');
    const edit = (mutation: string, id: object) =>
      ask(
        service,
        `mutation ($input: ${mutation}Input!) { change: e${mutation.slice(1)}(input: $input) { __typename } }`,
        {
          variables: { input: { ...id, text: 'Candid' } },
          token: world.tokens.hostSpeaker,
        },
      );
    const refused = [
      await edit('EditTalkComment', { talkCommentId: talkComment.id }),
      await edit('EditEventComment', { eventCommentId: eventComment.id }),
    ];

    expect([talkComment.rating, eventComment.rating]).toEqual([0, 0]);
    for (const one of refused) expect(codesOf(one)).toEqual([['INVALID', [{ reason: 'HIDDEN_NAME_UNRATED' }]]]);
  });

  it('is not edited either if its author became a speaker before the name was hidden', async () => {
    const other = await createWorld(service, 'PUBLIC');
    const { pool } = service.database;
    await make.createSpeaker(pool, other.event, other.talk, { user_id: other.users.author });
    await pool.query("update events set feedback_names = 'HIDDEN' where id = $1", [other.event]);
    const refused = await ask(
      service,
      'mutation ($input: EditTalkCommentInput!) { editTalkComment(input: $input) { __typename } }',
      { variables: { input: { talkCommentId: other.talkComment, text: 'Candid' } }, token: other.tokens.author },
    );
    expect(codesOf(refused)).toEqual([['INVALID', [{ reason: 'HIDDEN_NAME_UNRATED' }]]]);
  });
});
