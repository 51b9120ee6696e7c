import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pngFile } from '../images/png-file.js';
import { FORM_TYPE, formOf } from '../rest/multipart.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import type { Answer } from './ask.js';

const COMMENT = 'mutation ($input: CommentOnTalkInput!) { commentOnTalk(input: $input) { talkComment { id } } }';
const RESPONSE = 'application/graphql-response+json';

let service: TestService;
let [talk, event, token] = ['', '', ''];
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  event = await make.createEvent(pool);
  talk = await make.createTalk(pool, event);
  const user = await make.createUser(pool);
  await make.createHost(pool, event, user);
  token = await make.createToken(pool, user);
});
afterAll(() => service.stop());
beforeEach(() => service.database.pool.query('delete from talk_comments'));

const post = (body: unknown, accept: string, path = '') =>
  fetch(`${service.base}/graphql${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, Accept: accept },
    body: JSON.stringify(body),
  });
const comment = (text: string) => ({
  query: COMMENT,
  variables: { input: { talkId: talk, text: text || 'None', rating: 4 } },
});
const stored = async () =>
  (await service.database.pool.query<{ text: string }>('select comment as text from talk_comments')).rows.map(
    ({ text }) => text,
  );

/** Status and media type, without its charset. */
const kind = ({ status, headers }: Response) => [status, headers.get('content-type')?.split(';')[0]];

describe('A request whose Accept has neither of the media types of a response', () => {
  it.each([
    'text/html',
    'application/xml',
    'application/json;q=0',
    'multipart/mixed',
    'application/json;q=0, application/graphql-response+json;q=0.0, */*',
    'application/*;q=0, text/plain',
    'application/json;q=high',
  ])('is 406, and its mutation is not executed: %s', async (accept) => {
    for (const path of ['', '?through=express']) {
      const response = await post(comment('Written once'), accept, path);
      expect(kind(response)).toEqual([406, 'application/json']);
      expect(await response.json()).toEqual({
        errors: [
          {
            message: 'The header Accept must allow application/json or application/graphql-response+json.',
            extensions: {
              code: 'INVALID',
              problems: [{ reason: 'MEDIA_TYPE_NOT_ACCEPTABLE' }],
              requestId: expect.any(String),
            },
          },
        ],
      });
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    }
    expect(await stored()).toEqual([]);
  });

  it('is 406 for queries, by POST and GET, also if they are stored, repeated or cached', async () => {
    const get = (query: string, accept: string) =>
      fetch(`${service.base}/graphql?${query}`, { headers: { Accept: accept } });
    const query = { query: '{ __typename }' };
    for (const expected of [
      [200, 'application/json'],
      [406, 'application/json'],
      [406, 'application/json'],
    ]) {
      const accept = expected[0] === 200 ? '*/*' : 'image/png';
      expect(kind(await post(query, accept))).toEqual(expected);
      expect(kind(await get('query=%7B__typename%7D', accept))).toEqual(expected);
      expect(kind(await get('operation=Landing', accept))).toEqual(expected);
    }
  });

  it('is 406 for an upload, which is not stored', async () => {
    const query = 'mutation ($input: SetEventImageInput!) { setEventImage(input: $input) { event { icon } } }';
    const form = formOf([
      {
        name: 'operations',
        content: JSON.stringify({ query, variables: { input: { eventId: event, image: null } } }),
      },
      { name: 'map', content: '{"0":["variables.input.image"]}' },
      { name: '0', filename: 'a.png', content: pngFile(150, 150) },
    ]);
    const response = await fetch(`${service.base}/graphql`, {
      method: 'POST',
      headers: {
        ...{ 'Content-Type': FORM_TYPE, 'apollo-require-preflight': 'yes', Accept: 'application/xml' },
        Authorization: `Bearer ${token}`,
      },
      body: new Uint8Array(form),
    });
    expect(kind(response)).toEqual([406, 'application/json']);
    expect((await service.database.pool.query("select from events where images <> '[]'")).rows).toEqual([]);
  });
});

describe('A request is answered once, in the media type that its Accept prefers', () => {
  it.each([
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['application/json;charset=utf8', 'application/json'],
    ['application/json; profile="x"; q=0.5', 'application/json'],
    ['Application/JSON', 'application/json'],
    ['multipart/mixed;deferSpec=20220824,application/json', 'application/json'],
    [`${RESPONSE}, application/json;q=0.9`, RESPONSE],
    [`application/json;q=0.8, ${RESPONSE}`, RESPONSE],
    [`application/json, ${RESPONSE}`, 'application/json'],
    [`*/*, ${RESPONSE};charset=utf-8`, RESPONSE],
    ['application/json;q=0, */*', RESPONSE],
    ['text/event-stream;q=0, application/json', 'application/json'],
    ['text/html, */*;q=.1', 'application/json'],
  ])('%j: %s', async (accept, type) => {
    const response = await post(comment(accept), accept);
    expect(kind(response)).toEqual([200, type]);
    const { data } = (await response.json()) as Answer;
    expect(data.commentOnTalk.talkComment.id).toMatch(/^\d+$/);
    expect(await stored()).toEqual([accept || 'None']);
  });

  it('which is that of its errors as well', async () => {
    expect(kind(await post({ query: '{' }, `${RESPONSE};charset=utf-8`))).toEqual([400, RESPONSE]);
    expect(kind(await post([], `application/json, ${RESPONSE};q=0.5`))).toEqual([400, 'application/json']);
  });

  it('and text/event-stream with a weight of 0 is none', async () => {
    expect(kind(await post(comment('Once'), 'text/event-stream;q=0'))).toEqual([406, 'application/json']);
    expect(kind(await post(comment('Once'), 'text/event-stream, application/json;q=0'))).toEqual([
      200,
      'text/event-stream',
    ]);
  });
});
