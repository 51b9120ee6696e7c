import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { bodyOf, recordsOf, type Answer } from '../rest/ask.js';
import { required } from '../rest/submission.js';
import { createEvent } from '../support/factories.js';
import { withDatabaseAway } from '../support/database-away.js';
import { startService } from '../support/service.js';
import { attempt, UNLIMITED, writeOf } from './attempt.js';
import { belowBase, openStage, type Stage } from './stage.js';

/** Contract §7.3: lines about responses. */

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ ...UNLIMITED, COMMENT_EDIT_MINUTES: '600' });
});
beforeEach(() => stage.snapshot.restore());
afterAll(() => stage.service.stop());

it('7.3.10 unknown IDs and IDs that are not numbers return 404 (contract 7.3-10, 1.1-8, 3.2-53)', async () => {
  const { event, talk, users } = stage.at;
  const [events, talks, people] = ['Event not found', 'Talk not found', 'User not found'];
  const parents: [collection: string, sentence: string, below: string[]][] = [
    ['events', events, ['', '/talks', '/tracks', '/comments', '/talk_comments', '/attendees', '/attending', '/hosts']],
    ['events', events, ['/images', '/claims', '/comments/reported', '/talk_comments/reported']],
    ['talks', talks, ['', '/comments', '/starred', '/speakers', '/links', '/links/1']],
    ['users', people, ['', '/talks', '/attended', '/hosted', '/talk_comments', '/talks/', '/hosted/']],
    ['tracks', 'Track not found', ['']],
    ['talk_comments', 'Comment not found', ['']],
    ['event_comments', 'Comment not found', ['']],
    ['languages', 'Language not found', ['']],
    ['talk_types', 'Talk type not found', ['']],
  ];
  const unknown = ['999999', '0', 'abc', '5.7', '5e0', '-1', '1x', '99999999999999999999'];
  for (const [collection, sentence, below] of parents) {
    for (const path of below.flatMap((end) => unknown.map((id) => `/${collection}/${id}${end}`))) {
      expect([path, await stage.told(`GET ${path}`, 'admin')]).toEqual([path, [404, [sentence], null]]);
    }
  }
  for (const path of [`/events/${event}/talks`, `/talks/${talk}/comments`, `/users/${users.owner}/talks`]) {
    expect([path, (await stage.send(`GET ${path}`)).status]).toEqual([path, 200]);
  }
});

it('7.3.11 lists of hosts and speakers are lists, and every Location can be read (contract 7.3-11, 3.2-84, 3.4-30)', async () => {
  const { service, at } = stage;
  const lonely = await createEvent(service.database.pool);
  const hosts = `/events/${lonely}/hosts`;
  const this_page = `${service.base}/v2.1${hosts}?start=0&resultsperpage=20`;
  const empty = { hosts: [], meta: { count: 0, total: 0, this_page } };
  expect((await stage.send(`GET ${hosts}`)).text).toBe(JSON.stringify(empty));
  const speakers = await stage.send(`GET /talks/${at.talk}/speakers`);
  const uri = `${service.base}/v2.1/users/${at.users.speaker}`;
  expect(Object.keys(bodyOf(speakers))).toEqual(['speakers', 'meta']);
  expect(recordsOf(speakers, 'speakers')[0]).toEqual({ speaker_name: 'The speaker', speaker_uri: uri });
  const url = 'https://example.org/code';
  const link = await stage.send(`POST /talks/${at.talk}/links`, 'host', { display_name: 'code_link', url });
  const found = bodyOf(await stage.send(`GET ${String(link.headers.get('location'))}`, 'host'));
  expect(found).toMatchObject({ display_name: 'code_link', url });

  const legacy = await openStage({ EVENT_SUBMISSION: 'legacy' });
  try {
    for (const [on, header] of [
      [stage, 'content-location'],
      [legacy, 'location'],
    ] as const) {
      for (const path of ['/events', '/events/', '/events//']) {
        const { headers } = await on.send(`POST ${path}`, 'admin', { ...required, name: `Posted to ${path}` });
        const address = String(headers.get(header));
        expect([path, belowBase(address, on)]).toEqual([path, expect.stringMatching(/^\/v2\.1\/events\/\d+$/)]);
        expect(await on.read(address, 'events')).toMatchObject({ name: `Posted to ${path}` });
      }
    }
  } finally {
    await legacy.service.stop();
  }
});

it('7.3.12 a rating of a talk is from 1 to 5, in REST and GraphQL (contract 7.3-12, 3.6-24)', async () => {
  const comment = writeOf('commentOnTalk');
  const sentence = 'The field "rating" must be a number (1-5)';
  for (const rating of [9, 6, 0, -1, 1e9]) {
    const said = { comment: `Rated ${rating}`, rating };
    const told = await stage.told(`POST /talks/${stage.at.talk}/comments`, 'stranger', said);
    expect([rating, told]).toEqual([rating, [400, [sentence], null]]);
    const outcomes = await attempt(stage, comment, { by: 'stranger', body: { rating }, input: { rating } });
    const refused = 'INVALID RATING_OUT_OF_RANGE';
    expect([rating, outcomes]).toEqual([rating, [refused, refused]]);
  }
  for (const rating of [1, 2, 3, 4, 5]) {
    const outcomes = await attempt(stage, comment, { by: 'stranger', body: { rating }, input: { rating } });
    expect([rating, outcomes]).toEqual([rating, ['done', 'done']]);
  }
});

it('7.3.18 without a database the response is 503, in REST and GraphQL (contract 7.3-18, 1.7-17)', async () => {
  const service = await startService({ ...UNLIMITED, LOG_LEVEL: 'silent' });
  const sentence = 'The service is not available at the moment, please try again';
  const says = ({ status, headers, text }: Answer) => [
    status,
    headers.get('retry-after'),
    headers.get('content-type'),
    text,
  ];
  try {
    await withDatabaseAway(service.database, async () => {
      const asked = [
        ['GET', '/v2.1/events'],
        ['GET', '/v2.1/events/1/talks'],
        ['GET', '/v2.1/users?username=x'],
        ['POST', '/v2.1/token'],
        ['POST', '/v2.1/events'],
        ['DELETE', '/v2.1/talks/1/starred'],
      ] as const;
      for (const [method, path] of asked) {
        const headers = { Authorization: 'Bearer anything', 'Content-Type': 'application/json' };
        const grant = { grant_type: 'password', username: 'x', password: 'x', client_id: 'x', client_secret: 'x' };
        const body = method === 'POST' ? JSON.stringify(grant) : null;
        const response = await fetch(service.base + path, { method, headers, body });
        const answer = { status: response.status, headers: response.headers, text: await response.text() };
        const expected = [503, '2', 'application/json; charset=utf8', JSON.stringify([sentence])];
        expect([path, says(answer)]).toEqual([path, expected]);
      }
      for (const headers of [{}, { Authorization: 'Bearer anything' }]) {
        const response = await fetch(`${service.base}/graphql`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...headers },
          body: '{"query":"{ events { totalCount } }"}',
        });
        const { errors } = (await response.json()) as { errors: { extensions: object }[] };
        expect([errors[0]?.extensions, response.status, response.headers.get('retry-after')]).toEqual([
          expect.objectContaining({ code: 'UNAVAILABLE', retryAfter: 2 }),
          ...('Authorization' in headers ? [503, '2'] : [200, null]),
        ]);
      }
    });
  } finally {
    await service.stop();
  }
});
