import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { bodyOf, metaOf, type Json } from '../rest/ask.js';
import { required } from '../rest/submission.js';
import { createEvent } from '../support/factories.js';
import { openStage, type Stage } from './stage.js';

/** Contract §7.1: the first six lines, about the format of responses. */

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ SPAM_WORDS: 'pills' });
});
beforeEach(() => stage.snapshot.restore());
afterAll(() => stage.service.stop());

/** Every list and record that the owner or an administrator can read, except bare objects. */
function enveloped(): [path: string, name: string][] {
  const { event, talk, track, eventComment, talkComment, users, application, token } = stage.at;
  const of = (name: string, ...paths: string[]) => paths.map((path): [string, string] => [path, name]);
  return [
    ...of('events', '/events', '/events?filter=hot', '/events?filter=pending', `/events/${event}`),
    ...of('events', `/users/${users.attendee}/attended`, `/users/${users.host}/hosted/`),
    ...of('talks', `/events/${event}/talks`, `/talks/${talk}`, '/talks?title=talk', `/users/${users.speaker}/talks/`),
    ...of('tracks', `/events/${event}/tracks`, `/tracks/${track}`),
    ...of('comments', `/events/${event}/comments`, `/events/${event}/talk_comments`, `/talks/${talk}/comments`),
    ...of('comments', `/event_comments/${eventComment}`, `/talk_comments/${talkComment}`),
    ...of('comments', `/users/${users.owner}/talk_comments/`),
    ...of('users', '/users', `/users/${users.owner}`, `/events/${event}/attendees`),
    ...of('hosts', `/events/${event}/hosts`),
    ...of('speakers', `/talks/${talk}/speakers`),
    ...of('reports', `/events/${event}/comments/reported`, `/events/${event}/talk_comments/reported`),
    ...of('claims', `/events/${event}/claims`),
    ...of('languages', '/languages', '/languages/1'),
    ...of('talk_types', '/talk_types', '/talk_types/1'),
    ...of('tokens', '/token', `/token/${token}`),
    ...of('clients', '/applications', `/applications/${application}`),
  ];
}
const mine = /^\/(token|applications)/;
const verbosely = (path: string) => `${path}${path.includes('?') ? '&' : '?'}verbose=yes`;
const readAs = (path: string) => (mine.test(path) ? 'owner' : 'admin');

/** Every member of a document at any depth. */
const membersOf = (value: unknown): [string, unknown][] =>
  value === null || typeof value !== 'object'
    ? []
    : Object.entries(value).flatMap(([name, member]): [string, unknown][] => [[name, member], ...membersOf(member)]);

it('7.1.1 meta is the last key; counts are numbers; flags 0/1 are numbers (contract 7.1-1, 1.6-1, 1.6-2, 1.8-2, 1.8-3)', async () => {
  await stage.stored('update events set reviewed_at = now() where id = $1', stage.at.event);
  await createEvent(stage.service.database.pool);
  const flags: Record<string, unknown> = {};
  const booleans: Record<string, unknown> = {};
  for (const [path, name] of enveloped()) {
    const answer = await stage.send(`GET ${verbosely(path)}`, readAs(path));
    const { count, total, this_page, next_page, prev_page, user_uri, ...others } = metaOf(answer);
    expect([path, Object.keys(bodyOf(answer)), others]).toEqual([path, [name, 'meta'], {}]);
    expect([path, typeof count, typeof total, typeof this_page]).toEqual([path, 'number', 'number', 'string']);
    expect([next_page, prev_page].map((link) => typeof link)).not.toContain('number');
    expect([path, typeof user_uri, Number(count) > 0]).toEqual([path, 'string', true]);
    for (const [member, value] of membersOf(bodyOf(answer))) {
      if (/_count$|^(id|duration|rating|average_rating|event_average_rating|latitude|longitude)$/.test(member)) {
        const place = /^l.+itude$/.test(member) && value === null;
        expect([path, member, place || typeof value]).toEqual([path, member, place || 'number']);
      }
      if (/^(comments_enabled|pending|trusted|admin)$/.test(member) && value !== null)
        flags[`${member} ${value}`] = value;
      if (/^(attending|starred|can_edit)$/.test(member)) booleans[member] = typeof value;
    }
  }
  expect(flags).toEqual({
    ...{ 'comments_enabled 0': 0, 'comments_enabled 1': 1, 'pending 0': 0, 'pending 1': 1 },
    ...{ 'trusted 0': 0, 'trusted 1': 1, 'admin 0': 0, 'admin 1': 1 },
  });
  expect(booleans).toEqual({ attending: 'boolean', starred: 'boolean', can_edit: 'boolean' });
  const { event, talk, users } = stage.at;
  const bare = { attending: { is_attending: true }, starred: { has_starred: true } };
  for (const [path, body] of [
    [`/events/${event}/attending`, bare.attending],
    [`/talks/${talk}/starred`, bare.starred],
  ] as const) {
    const user_uri = `${stage.service.base}/v2.1/users/${users.attendee}`;
    const { text } = await stage.send(`GET ${path}`, 'attendee');
    expect(text).toBe(JSON.stringify({ ...body, meta: { user_uri } }));
  }
});

it('7.1.2 the error body is a one-element array; the texts of 1.7 (contract 7.1-2, 1.7-1, 1.7-2, 1.7-4)', async () => {
  const { event, talk, website } = stage.at;
  const { client_id, client_secret } = website;
  const grant = { grant_type: 'password', username: 'owner', password: 'wrong', client_id, client_secret };
  const comments = `POST /talks/${talk}/comments`;
  const said = { comment: 'Twice', rating: 3 };
  await stage.send(comments, 'stranger', said);
  expect(await stage.told('GET /events/999999')).toEqual([404, ['Event not found'], null]);
  expect(await stage.told('GET /nothing')).toEqual([404, ['Endpoint not found'], null]);
  expect(await stage.told(comments, 'stranger', { ...said, comment: 'TWICE' })).toEqual([
    400,
    ['Duplicate comment'],
    null,
  ]);
  expect(await stage.told(comments, 'stranger', { ...said, comment: 'Cheap pills' })).toEqual([
    400,
    ['comment failed spam check'],
    null,
  ]);
  expect(await stage.told(comments, 'stranger', { rating: 3 })).toEqual([
    400,
    ['The field "comment" is required'],
    null,
  ]);
  expect(await stage.told(`POST /events/${event}/comments`, 'stranger', { rating: 3 })).toEqual([
    400,
    ['The field "comment" is required'],
    null,
  ]);
  expect(await stage.told('POST /token', 'anonymous', grant)).toEqual([403, ['Signin failed'], null]);
  const wrong = { ...required, name: '', description: '' };
  expect(await stage.told('POST /events', 'stranger', wrong)).toEqual([
    400,
    ["'name' is a required field. 'description' is a required field"],
    null,
  ]);
  expect(await stage.told(`POST /events/${event}/talks`, 'host', {})).toEqual([
    400,
    ['The talk title field is required'],
    null,
  ]);
});

it('7.1.3 Authorization: OAuth <token> is accepted, in any case (contract 7.1-3, 2.1-1)', async () => {
  const { tokens, users } = stage.at;
  for (const scheme of ['OAuth', 'oauth', 'OAUTH', 'oAuth', 'Bearer', 'BEARER', 'bearer']) {
    const headers = { Authorization: `${scheme} ${tokens.stranger}` };
    const answer = await fetch(`${stage.service.base}/v2.1/events`, { headers });
    const { meta } = (await answer.json()) as { meta: Json };
    expect([scheme, meta['user_uri']]).toEqual([scheme, `${stage.service.base}/v2.1/users/${users.stranger}`]);
  }
});

it('7.1.5 Content-Type: application/json; charset=utf8 (contract 7.1-5, 1.2-3)', async () => {
  const { event, talk, talkComment } = stage.at;
  const track = { track_name: 'Empty' };
  const asked = [
    ...['GET /', 'GET /events', `GET /talks/${talk}`, `GET /events/${event}/attending`, 'GET /talks?format=json'],
    ...['GET /events/999999', 'PATCH /events', 'GET /nothing', 'POST /events'],
  ].map((line) => [line] as const);
  const empty = [
    [`POST /events/${event}/attending`, 'stranger'],
    [`DELETE /events/${event}/attending`, 'stranger'],
    [`POST /talks/${talk}/starred`, 'stranger'],
    [`DELETE /talks/${talk}/starred`, 'stranger'],
    [`POST /events/${event}/tracks`, 'host', track],
    [`PUT /tracks/${stage.at.track}`, 'host', track],
    [`POST /talk_comments/${talkComment}/reported`, 'stranger'],
    ['POST /emails/reminders/password', 'anonymous', { username: 'owner' }],
  ] as const;
  for (const [line, by, body] of [...asked, ...empty]) {
    const { headers } = await stage.send(line, by, body);
    expect([line, headers.get('content-type')]).toEqual([line, 'application/json; charset=utf8']);
  }
});

it("7.1.6 dates have a numeric offset in the event's zone, never Z (contract 7.1-6, 1.5-1, 1.5-2, 1.5-3)", async () => {
  const { stored, at } = stage;
  const { event } = at;
  const zone = "time_zone = 'Asia/Kolkata'";
  await stored(`update events set ${zone}, cfp_starts_at = starts_at, cfp_ends_at = starts_at`);
  await stored('update access_tokens set last_used_at = now()');
  const dates = new Map<string, Set<string>>();
  for (const [path] of enveloped()) {
    const answer = await stage.send(`GET ${verbosely(path)}`, readAs(path));
    for (const [name, value] of membersOf(bodyOf(answer))) {
      if (!/(^date_|_date$)/.test(name) || value === null) continue;
      expect([path, name, value]).toEqual([
        path,
        name,
        expect.stringMatching(/^\d{4}(-\d\d){2}T\d\d(:\d\d){2}[+-]\d\d:\d\d$/),
      ]);
      const offset = String(value).slice(-6);
      dates.set(name, (dates.get(name) ?? new Set()).add(mine.test(path) ? `own ${offset}` : offset));
    }
  }
  const [local, utc] = [new Set(['+05:30']), new Set(['+00:00'])];
  expect(Object.fromEntries(dates)).toEqual({
    ...{ start_date: local, end_date: local, cfp_start_date: local, cfp_end_date: local },
    ...{ created_date: new Set(['+05:30', 'own +00:00']), last_used_date: new Set(['own +00:00']) },
    ...{ reporting_date: utc, date_added: utc },
  });
  await stored(
    "update events set time_zone = 'America/New_York', starts_at = '2026-01-15T12:00:00Z' where id = $1",
    event,
  );
  const { start_date, end_date } = await stage.read(`/events/${event}`, 'events');
  expect([start_date, end_date]).toEqual(['2026-01-15T07:00:00-05:00', '2099-12-30T19:00:00-05:00']);
  await stored("update events set starts_at = '2026-07-15T12:00:00Z' where id = $1", event);
  expect(await stage.read(`/events/${event}`, 'events')).toMatchObject({
    start_date: '2026-07-15T08:00:00-04:00',
  });
});
