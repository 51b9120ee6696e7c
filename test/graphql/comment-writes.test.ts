import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, askData, codesOf } from './ask.js';

let service: TestService;
let event: string;
let talk: string;
let ada: string;
let token: string;
let hostToken: string;

beforeAll(async () => {
  service = await startService({ SPAM_WORDS: 'casino' });
  const { pool } = service.database;
  event = await make.createEvent(pool);
  talk = await make.createTalk(pool, event);
  ada = await make.createUser(pool, { username: 'ada', full_name: 'Ada Lovelace' });
  token = await make.createToken(pool, ada);
  const host = await make.createUser(pool);
  await make.createHost(pool, event, host);
  hostToken = await make.createToken(pool, host);
});
afterAll(() => service.stop());

const commentOnTalk = `mutation ($input: CommentOnTalkInput!) { commentOnTalk(input: $input) {
  talkComment { id rating text source user { id } } talk { id commentCount } } }`;
const commentOnEvent = `mutation ($input: CommentOnEventInput!) { commentOnEvent(input: $input) {
  eventComment { id rating text user { id } } event { id commentCount } } }`;
const claimSpeaker = `mutation ($input: ClaimSpeakerInput!) { claimSpeaker(input: $input) {
  isLinked talk { speakers { name userId } } } }`;

const problemsOf = async (mutation: string, input: object, as: string | undefined = token) =>
  codesOf(await ask(service, mutation, { variables: { input }, token: as }));

describe('comments in GraphQL', () => {
  it('return the changed records in the same response', async () => {
    const { commentOnTalk: onTalk } = await askData(service, commentOnTalk, {
      variables: { input: { talkId: talk, text: 'Good', rating: 4 } },
      token,
    });
    expect(onTalk).toEqual({
      talkComment: { id: expect.any(String), rating: 4, text: 'Good', source: 'Lectern', user: { id: ada } },
      talk: { id: talk, commentCount: 1 },
    });
    const { commentOnEvent: onEvent } = await askData(service, commentOnEvent, {
      variables: { input: { eventId: event, text: 'Good', rating: 4.5 } },
      token,
    });
    expect(onEvent).toEqual({
      eventComment: { id: expect.any(String), rating: 5, text: 'Good', user: { id: ada } },
      event: { id: event, commentCount: 1 },
    });
    const edit =
      'mutation ($input: EditTalkCommentInput!) { editTalkComment(input: $input) { talkComment { text rating } } }';
    const input = { talkCommentId: onTalk.talkComment.id, text: 'Better' };
    expect(await askData(service, edit, { variables: { input }, token })).toEqual({
      editTalkComment: { talkComment: { text: 'Better', rating: 4 } },
    });
  });

  it('report a missing rating, whether it is omitted or null', async () => {
    const missing = [['INVALID', [{ reason: 'FIELD_REQUIRED', field: 'rating' }]]];
    expect(await problemsOf(commentOnTalk, { talkId: talk, text: 'x' })).toEqual(missing);
    expect(await problemsOf(commentOnEvent, { eventId: event, text: 'x', rating: null })).toEqual(missing);
  });

  it('are rejected with a code and a reason', async () => {
    const newcomer = await make.createToken(service.database.pool, await make.createUser(service.database.pool));
    const say = (input: object, as: string | undefined = newcomer) =>
      problemsOf(commentOnTalk, { talkId: talk, text: 'Good', rating: 4, ...input }, as);
    expect(await say({ talkId: '999999' })).toEqual([['NOT_FOUND', [{ reason: 'TALK_UNKNOWN' }]]]);
    expect(await say({ text: ' ' })).toEqual([['INVALID', [{ reason: 'FIELD_REQUIRED', field: 'text' }]]]);
    expect(await say({ rating: 6 })).toEqual([['INVALID', [{ reason: 'RATING_OUT_OF_RANGE', field: 'rating' }]]]);
    expect(await say({ text: 'casino' })).toEqual([['SPAM', [{ reason: 'COMMENT_IS_SPAM' }]]]);
    expect(await say({})).toEqual([]);
    expect(await say({})).toEqual([['DUPLICATE', [{ reason: 'COMMENT_DUPLICATE' }]]]);
    const anonymous = await ask(service, commentOnTalk, {
      variables: { input: { talkId: talk, text: 'x', rating: 4 } },
    });
    expect(codesOf(anonymous)).toEqual([['UNAUTHENTICATED', [{ reason: 'LOGIN_REQUIRED' }]]]);
  });
});

describe('moderation in GraphQL', () => {
  const report =
    'mutation ($input: ReportTalkCommentInput!) { reportTalkComment(input: $input) { talk { id commentCount } } }';
  const decide = `mutation ($input: DecideTalkCommentReportInput!) { decideTalkCommentReport(input: $input) {
    talkComment { text } } }`;

  it('hides a comment, and shows the decision to a host', async () => {
    const { pool } = service.database;
    const own = await make.createTalk(pool, event);
    const talkCommentId = await make.createTalkComment(pool, event, own, { comment: 'Rude' });
    expect(await askData(service, report, { variables: { input: { talkCommentId } }, token })).toEqual({
      reportTalkComment: { talk: { id: own, commentCount: 0 } },
    });
    const missing = [['INVALID', [{ reason: 'FIELD_REQUIRED', field: 'decision' }]]];
    expect(await problemsOf(decide, { talkCommentId }, hostToken)).toEqual(missing);
    const forbidden = [['FORBIDDEN', [{ reason: 'HOSTS_ONLY' }]]];
    expect(await problemsOf(decide, { talkCommentId, decision: 'UPHELD' })).toEqual(forbidden);
    const input = { talkCommentId, decision: 'UPHELD' };
    expect(await askData(service, decide, { variables: { input }, token: hostToken })).toEqual({
      decideTalkCommentReport: { talkComment: { text: 'Rude' } },
    });
  });
});

describe('claims in GraphQL', () => {
  it('show whether the account is already linked', async () => {
    await make.createSpeaker(service.database.pool, event, talk, { display_name: 'Ada L.' });
    const variables = { input: { talkId: talk, speakerName: 'Ada L.', username: 'ada' } };
    expect(await askData(service, claimSpeaker, { variables, token })).toEqual({
      claimSpeaker: { isLinked: false, talk: { speakers: [{ name: 'Ada L.', userId: null }] } },
    });
    expect(await problemsOf(claimSpeaker, variables.input)).toEqual([
      ['FORBIDDEN', [{ reason: 'CLAIM_ALREADY_PENDING' }]],
    ]);
    expect(await askData(service, claimSpeaker, { variables, token: hostToken })).toEqual({
      claimSpeaker: { isLinked: true, talk: { speakers: [{ name: 'Ada Lovelace', userId: ada }] } },
    });
    const unlink =
      'mutation ($input: UnlinkSpeakerInput!) { unlinkSpeaker(input: $input) { talk { speakers { userId } } } }';
    const input = { talkId: talk, userId: ada };
    expect(await askData(service, unlink, { variables: { input }, token })).toEqual({
      unlinkSpeaker: { talk: { speakers: [{ userId: null }] } },
    });
  });
});
