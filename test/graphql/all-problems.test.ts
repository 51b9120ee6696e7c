import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as rest from '../rest/ask.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask } from './ask.js';

let service: TestService;
let token: string;
let event: string;
let talk: string;
beforeAll(async () => {
  service = await startService({ ENFORCE_COMMENT_WINDOW: 'true' });
  const { pool } = service.database;
  const host = await make.createUser(pool);
  token = await make.createToken(pool, host);
  event = await make.createEvent(pool, { starts_at: '2020-06-01T09:00:00Z', ends_at: '2020-06-01T18:00:00Z' });
  await make.createHost(pool, event, host);
  talk = await make.createTalk(pool, event, { starts_at: '2020-06-01T10:00:00Z' });
});
afterAll(() => service.stop());

async function problems(verb: string, input: object, as = token): Promise<unknown> {
  const type = `${verb[0]?.toUpperCase()}${verb.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${verb}(input: $input) { __typename } }`;
  const { errors } = await ask(service, query, { variables: { input }, token: as });
  return errors.flatMap(({ extensions }) => extensions.problems.map(({ field, reason }) => [field, reason].join(' ')));
}
const post = async (path: string, body: object, as = token) => {
  const answer = await rest.ask(service, path, { method: 'POST', token: as, body });
  return [answer.status, rest.bodyOf(answer)];
};
const wrongTalk = {
  title: '',
  description: ' ',
  startDate: 'never',
  language: 'Elvish',
  speakers: ['x'.repeat(201)],
  durationMinutes: -1,
  slidesUrl: 'ftp://a.example/',
};
const ofTalk = [
  'title FIELD_REQUIRED',
  'description FIELD_REQUIRED',
  'startDate DATE_UNREADABLE',
  'language LANGUAGE_UNKNOWN',
  'speakers TEXT_TOO_LONG',
  'durationMinutes NUMBER_OUT_OF_RANGE',
  'slidesUrl URL_INVALID',
];

describe('GraphQL reports all problems of an input', () => {
  it('of a talk', async () => {
    expect(await problems('addTalk', { ...wrongTalk, eventId: event })).toEqual(ofTalk);
    expect(await problems('replaceTalk', { ...wrongTalk, talkId: talk })).toEqual(ofTalk);
  });

  it.each([
    ['commentOnTalk', () => ({ talkId: talk }), ['text FIELD_REQUIRED', 'rating FIELD_REQUIRED', ' COMMENTS_CLOSED']],
    [
      'commentOnEvent',
      () => ({ eventId: event }),
      ['rating FIELD_REQUIRED', 'text FIELD_REQUIRED', ' COMMENTS_CLOSED'],
    ],
  ])('of a comment: %s', async (verb, subject, expected) => {
    const { pool } = service.database;
    const visitor = await make.createToken(pool, await make.createUser(pool));
    expect(await problems(verb, { ...subject(), text: ' ' }, visitor)).toEqual(expected);
    expect(await problems(verb, { ...subject(), text: '', rating: 7 }, visitor)).toEqual([
      'text FIELD_REQUIRED',
      ' COMMENTS_CLOSED',
      'rating RATING_OUT_OF_RANGE',
    ]);
  });

  it('of a rating that does not count, which may have any value', async () => {
    expect(await problems('commentOnEvent', { eventId: event, text: '', rating: 7 })).toEqual([
      'text FIELD_REQUIRED',
      ' COMMENTS_CLOSED',
    ]);
  });

  it('of a speaker claim', async () => {
    const claim = { talkId: talk, speakerName: ' ', username: '' };
    expect(await problems('claimSpeaker', claim)).toEqual(['speakerName FIELD_REQUIRED', 'username FIELD_REQUIRED']);
  });

  it('of criteria for events', async () => {
    const query = '{ events(from: "never", until: "x", title: "$", stub: "$") { offset } }'.replaceAll(
      '$',
      'x'.repeat(201),
    );
    const { errors } = await ask(service, query);
    expect(errors.flatMap(({ extensions }) => extensions.problems.map(({ field }) => field))).toEqual([
      'title',
      'stub',
      'from',
      'until',
    ]);
  });
});

describe('v2.1 returns a single message', () => {
  it('of a talk and of comments', async () => {
    const body = { talk_title: '', talk_description: '', start_date: 'never', language: 'Elvish' };
    expect(await post(`/v2.1/events/${event}/talks`, body)).toEqual([400, ['The talk title field is required']]);
    expect(await post(`/v2.1/talks/${talk}/comments`, { comment: '', rating: 7 })).toEqual([
      400,
      ['The field "comment" is required'],
    ]);
    expect(await post(`/v2.1/events/${event}/comments`, { comment: '', rating: 7 })).toEqual([
      400,
      ['The field "comment" is required'],
    ]);
  });
});
