import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { askData } from '../graphql/ask.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, recordOf, recordsOf, type Json } from './ask.js';

let service: TestService;
let ada: string;
let adaToken: string;
let event: string;
let talk: string;
let hiddenEvent: string;
let hiddenTalk: string;

beforeAll(async () => {
  service = await startService({ PRODUCT_NAME: 'Parlour', SPAM_WORDS: 'casino', COMMENT_EDIT_MINUTES: '15' });
  const { pool } = service.database;
  hiddenEvent = await make.createEvent(pool, { status: 'PENDING' });
  hiddenTalk = await make.createTalk(pool, hiddenEvent);
});
afterAll(() => service.stop());

beforeEach(async () => {
  const { pool } = service.database;
  ada = await make.createUser(pool, { full_name: 'Ada' });
  adaToken = await make.createToken(pool, ada);
  event = await make.createEvent(pool, { name: 'Machines' });
  talk = await make.createTalk(pool, event, { title: 'Engines' });
});

type Kind = 'talk' | 'event';
const under: Record<Kind, () => string> = {
  talk: () => `/v2.1/talks/${talk}/comments`,
  event: () => `/v2.1/events/${event}/comments`,
};
const below: Record<Kind, string> = { talk: 'talk_comments', event: 'event_comments' };
const say = (kind: Kind, body: object, token: string | undefined = adaToken) =>
  ask(service, under[kind](), { method: 'POST', token, body });
/** Status and body of an error. */
const refusal = async (asked: ReturnType<typeof ask>) => {
  const answer = await asked;
  return [answer.status, bodyOf(answer)];
};
/** The rating of an accepted comment. */
async function ratingOf(kind: Kind, body: object): Promise<unknown> {
  const answer = await say(kind, body);
  expect([answer.status, answer.text]).toEqual([201, '']);
  return recordOf(await ask(service, answer.headers.get('location') ?? ''), 'comments')['rating'];
}

describe.each(['talk', 'event'] as const)('a comment on a %s (spec §4.3, §4.6)', (kind) => {
  it('is created, and can be read at Location', async () => {
    const text = '  <b>Good</b> & "long" — 良い 🎉\n';
    const answer = await say(kind, { comment: text, rating: 4 });
    const location = answer.headers.get('location') ?? '';
    expect([answer.status, answer.text]).toEqual([201, '']);
    expect(location).toMatch(new RegExp(`^${service.base}/v2.1/${below[kind]}/\\d+$`));
    const comment = recordOf(await ask(service, `${location}?verbose=yes`), 'comments');
    expect(comment).toMatchObject({ rating: 4, comment: text, user_display_name: 'Ada', source: 'Parlour' });
    expect(comment['user_uri']).toBe(`${service.base}/v2.1/users/${ada}`);
    expect(Math.abs(Date.parse(String(comment['created_date'])) - Date.now())).toBeLessThan(60_000);
    expect(recordsOf(await ask(service, under[kind]()), 'comments')).toHaveLength(1);
  });

  it('has the application of the token as its source', async () => {
    const { pool } = service.database;
    const { rows } = await pool.query<{ id: string }>(
      `insert into applications (name, consumer_key, consumer_secret_encrypted) values ('Phone', $1, '') returning id`,
      [make.unique()],
    );
    await pool.query('update access_tokens set application_id = $1 where user_id = $2', [rows[0]?.id, ada]);
    const { headers } = await say(kind, { comment: 'Good', rating: 4 });
    const comment = recordOf(await ask(service, `${headers.get('location')}?verbose=yes`), 'comments');
    expect(comment['source']).toBe('Phone');
  });

  it('has the product as the source if the application has no name (decisions no. 26)', async () => {
    const { pool } = service.database;
    const application_id = await make.createApplication(pool, { name: null, user_id: ada, is_first_party: true });
    await pool.query('update access_tokens set application_id = $1 where user_id = $2', [application_id, ada]);
    const { headers } = await say(kind, { comment: 'Good', rating: 4 });
    const comment = recordOf(await ask(service, `${headers.get('location')}?verbose=yes`), 'comments');
    expect(comment['source']).toBe('Parlour');
    const token = await make.createToken(pool, ada, { application_id });
    const own = recordOf(await ask(service, `/v2.1/applications/${application_id}`, { token }), 'clients');
    const tokens = recordsOf(await ask(service, '/v2.1/token', { token }), 'tokens');
    expect([own['application'], ...tokens.map(({ application }) => application)]).toEqual([null, null, null]);
    const query = `{ application(id: "${application_id}") { name } accessTokens { nodes { application { name } } } }`;
    expect(await askData(service, query, { token })).toEqual({
      application: { name: null },
      accessTokens: { nodes: [{ application: { name: null } }, { application: { name: null } }] },
    });
  });

  it.each([
    [1, 1],
    [5, 5],
    [3.6, 4],
    ['2', 2],
    [' 2.4 ', 2],
  ])('with the rating %j is rated %j', async (rating, stored) => {
    expect(await ratingOf(kind, { comment: 'Good', rating })).toBe(stored);
  });

  it.each([0, 0.6, 5.4, 6, -1, 1e300, '0', '9'])('is rejected with the rating %j', async (rating) => {
    const said = await refusal(say(kind, { comment: 'Good', rating }));
    expect(said).toEqual([400, ['The field "rating" must be a number (1-5)']]);
  });

  it.each(['good', true, [4], { value: 4 }, '0x4', '1e400'])('is rejected with %j for a rating', async (rating) => {
    const sentence = `The field "rating" must be a number${kind === 'talk' ? ' (1-5)' : ''}`;
    expect(await refusal(say(kind, { comment: 'Good', rating }))).toEqual([400, [sentence]]);
  });

  it.each([undefined, null, '', '  '])('is rejected with the invalid rating %j', async (rating) => {
    const said = await refusal(say(kind, { comment: 'Good', rating }));
    expect(said).toEqual([400, ['The field "rating" is required']]);
  });

  it.each([undefined, null, '', ' \n'])('is rejected with the invalid text %j', async (comment) => {
    const said = await refusal(say(kind, { comment, rating: 4 }));
    expect(said).toEqual([400, ['The field "comment" is required']]);
  });

  it('is rejected with a text that cannot be stored completely', async () => {
    expect(await refusal(say(kind, { comment: 'a\0', rating: 4 }))).toEqual([
      400,
      ["'comment' contains characters that cannot be stored"],
    ]);
    expect(await refusal(say(kind, { comment: 'a'.repeat(65_536), rating: 4 }))).toEqual([
      400,
      ["'comment' must be at most 65535 characters"],
    ]);
  });

  it('is rejected as spam, with the message that clients compare', async () => {
    const spam = { comment: 'Come to my casino', rating: 4 };
    expect(await refusal(say(kind, spam))).toEqual([400, ['comment failed spam check']]);
    expect(recordsOf(await ask(service, under[kind]()), 'comments')).toEqual([]);
  });

  it('is a duplicate in any case and with any accents, also of a hidden one, but not of another user', async () => {
    const first = await say(kind, { comment: 'Déjà vu', rating: 4 });
    const again = { comment: 'deja VU', rating: 5 };
    expect(await refusal(say(kind, again))).toEqual([400, ['Duplicate comment']]);
    await ask(service, `${first.headers.get('location')}/reported`, { method: 'POST', token: adaToken });
    expect(await refusal(say(kind, again))).toEqual([400, ['Duplicate comment']]);
    const { pool } = service.database;
    const other = await make.createToken(pool, await make.createUser(pool));
    expect((await say(kind, again, other)).status).toBe(201);
  });

  it('has the rating 0 if its author has rated before, also if that comment is hidden', async () => {
    const first = await say(kind, { comment: 'One', rating: 4 });
    await ask(service, `${first.headers.get('location')}/reported`, { method: 'POST', token: adaToken });
    expect(await ratingOf(kind, { comment: 'Two', rating: 5 })).toBe(0);
    expect(await ratingOf(kind, { comment: 'Three', rating: 0 })).toBe(0);
    expect(await ratingOf(kind, { comment: 'Four', rating: 99 })).toBe(0);
    expect(await refusal(say(kind, { comment: 'Five' }))).toEqual([400, ['The field "rating" is required']]);
  });

  it('has the rating 0 from hosts and speakers', async () => {
    const { pool } = service.database;
    const row = { user_id: ada };
    await (kind === 'talk' ? make.createSpeaker(pool, event, talk, row) : make.createHost(pool, event, ada));
    expect(await ratingOf(kind, { comment: 'Mine', rating: 5 })).toBe(0);
  });
});

describe('permissions, and the order of errors', () => {
  const nothing: Json = { rating: 'x', comment: '' };

  it('without a token the first error is 401', async () => {
    for (const [kind, sentence] of [
      ['talk', 'You must be logged in to create data'],
      ['event', 'You must log in to comment'],
    ] as const) {
      const answer = await ask(service, under[kind](), { method: 'POST', body: nothing });
      expect([answer.status, bodyOf(answer)]).toEqual([401, [sentence]]);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="lectern"');
    }
  });

  it.each([
    ['/v2.1/talks/999999/comments', 'Talk not found'],
    ['/v2.1/events/999999/comments', 'Event not found'],
    [() => `/v2.1/talks/${hiddenTalk}/comments`, 'Talk not found'],
    [() => `/v2.1/events/${hiddenEvent}/comments`, 'Event not found'],
  ])('a missing or hidden target is reported before an invalid comment', async (path, sentence) => {
    const address = typeof path === 'string' ? path : path();
    for (const body of [{}, { comment: 'Good', rating: 4 }]) {
      const said = await refusal(ask(service, address, { method: 'POST', token: adaToken, body }));
      expect(said).toEqual([404, [sentence]]);
    }
  });

  it('hosts may comment on pending events', async () => {
    await make.createHost(service.database.pool, hiddenEvent, ada);
    const body = { comment: 'Nearly there', rating: 4 };
    for (const path of [`/v2.1/talks/${hiddenTalk}/comments`, `/v2.1/events/${hiddenEvent}/comments`]) {
      expect((await ask(service, path, { method: 'POST', token: adaToken, body })).status).toBe(201);
    }
  });

  it('of two missing fields, a talk reports the comment first, an event the rating', async () => {
    expect(await refusal(say('talk', {}))).toEqual([400, ['The field "comment" is required']]);
    expect(await refusal(say('event', {}))).toEqual([400, ['The field "rating" is required']]);
  });

  it('spam is reported before a rating out of range', async () => {
    const spam = { comment: 'casino', rating: 9 };
    expect(await refusal(say('talk', spam))).toEqual([400, ['comment failed spam check']]);
    expect(await refusal(say('event', spam))).toEqual([400, ['comment failed spam check']]);
  });

  it.each([true, 1, '1', 'yes', 'y', {}])('private comments are rejected: %j', async (value) => {
    const said = await refusal(say('talk', { comment: 'Psst', rating: 4, private: value }));
    expect(said).toEqual([400, ['Private comments are not supported']]);
    expect(recordsOf(await ask(service, under.talk()), 'comments')).toEqual([]);
  });

  it.each([false, 0, '0', '', null, 'N'])('comments that are not private are accepted: %j', async (value) => {
    expect((await say('talk', { comment: 'Aloud', rating: 4, private: value })).status).toBe(201);
  });
});
