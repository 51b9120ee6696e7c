import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { PASSWORD } from '../permissions/world.js';
import { bodyOf, metaOf, recordsOf, type Json } from '../rest/ask.js';
import * as make from '../support/factories.js';
import { openStage, type Stage } from './stage.js';

/** Contract §7.1: lines about reads. */

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
beforeEach(() => stage.snapshot.restore());
afterAll(() => stage.service.stop());

it('7.1.4 resultsperpage=0 returns everything, 1000 is honoured, 20 the default (contract 7.1-4, 1.6-8, 1.6-9)', async () => {
  const page = async (query: string) => {
    const answer = await stage.send(`GET /users${query}`);
    const { count, total, next_page } = metaOf(answer);
    const { searchParams } = new URL(String(next_page ?? stage.service.base));
    return { count, total, next: Object.fromEntries(searchParams), held: (bodyOf(answer)['users'] as Json[]).length };
  };
  await stage.stored(`insert into users (username, full_name, email)
    select 'crowd' || n, 'One of many', 'crowd' || n || '@example.org' from generate_series(1, 1050) as n`);
  const total = Number(await stage.stored('select count(*) from users where is_active'));
  expect(total).toBeGreaterThan(1050);
  const next = (start: number, resultsperpage: number) => ({ start: `${start}`, resultsperpage: `${resultsperpage}` });
  expect(await page('')).toEqual({ count: 20, held: 20, total, next: next(20, 20) });
  expect(await page('?resultsperpage=1000')).toEqual({ count: 1000, held: 1000, total, next: next(1000, 1000) });
  expect(await page('?resultsperpage=0')).toEqual({ count: total, held: total, total, next: {} });
  expect(await page('?resultsperpage=0&start=500')).toEqual({ count: total, held: total, total, next: {} });
});

it('7.1.10 filter=all without start begins at the first future event and reports that start (contract 7.1-10, 3.2-43)', async () => {
  const { pool } = stage.service.database;
  const year = new Date().getUTCFullYear();
  const named = async (name: string, starts: string) =>
    make.createEvent(pool, { name, tags: ['ten'], starts_at: starts, ends_at: starts });
  for (const past of [3, 2, 1]) await named(`${past} years ago`, `${year - past}-05-05T00:00:00Z`);
  for (const future of [1, 2]) await named(`in ${future} years`, `${year + future}-05-05T00:00:00Z`);
  const page = async (query: string) => {
    const answer = await stage.send(`GET /events?tags=ten&${query}`);
    const { this_page, prev_page, total } = metaOf(answer);
    const starts = [this_page, prev_page].map((link) => link && new URL(String(link)).searchParams.get('start'));
    return [recordsOf(answer, 'events').map(({ name }) => name), total, ...starts];
  };
  const all = ['3 years ago', '2 years ago', '1 years ago', 'in 1 years', 'in 2 years'];
  expect(await page('filter=all')).toEqual([all.slice(3), 5, '3', '0']);
  expect(await page('filter=all&resultsperpage=1')).toEqual([['in 1 years'], 5, '3', '2']);
  expect(await page('filter=all&start=0')).toEqual([all, 5, '0', undefined]);
});

it('7.1.11 unknown filter values and unparseable filter dates are ignored (contract 7.1-11, 3.2-39, 1.5-19)', async () => {
  const seen = async (query: string) => {
    const answer = await stage.send(`GET /events${query}`);
    const { count, total } = metaOf(answer);
    return [answer.status, recordsOf(answer, 'events').map(({ uri }) => uri), count, total];
  };
  const plain = await seen('');
  expect(plain).toEqual([200, expect.anything(), expect.any(Number), expect.any(Number)]);
  for (const query of ['filter=nonsense', 'filter=', 'filter=HOT2', 'startdate=here', 'enddate=2015-01-01%2025:00']) {
    expect([query, await seen(`?${query}`)]).toEqual([query, plain]);
  }
  const readable = await seen('?startdate=2001-02-03&enddate=2001-02-04');
  expect(readable).toEqual([200, [], 0, 0]);
});

it('7.1.12 the extra fields that clients read are present (contract 7.1-12)', async () => {
  const { service, at } = stage;
  const { event, hidden, talk, talkComment, eventComment, users } = at;
  const uri = `${service.base}/v2.1/events/${event}`;
  const named = "contact_name = 'Ann Other', rejection_reason = 'Too loud'";
  await stage.stored(`update events set ${named}`);
  const shown = { event_average_rating: 4, hosts_uri: `${uri}/hosts`, rejection_reason: 'Too loud' };
  const forHosts = {
    reported_comments_uri: `${uri}/comments/reported`,
    reported_talk_comments_uri: `${uri}/talk_comments/reported`,
    pending_claims_uri: `${uri}/claims`,
  };
  expect(await stage.read(`/events/${event}`, 'events')).toMatchObject(shown);
  const verbose = await stage.read(`/events/${event}?verbose=yes`, 'events', 'host');
  expect(verbose).toMatchObject({ ...shown, ...forHosts, contact_name: 'Ann Other' });
  expect(verbose).toHaveProperty('pending');
  const awaiting = await stage.read(`/events/${hidden.event}`, 'events', 'admin');
  expect(awaiting).toMatchObject({
    pending: 1,
    approval_uri: `${service.base}/v2.1/events/${hidden.event}/approval`,
  });
  expect(await stage.read(`/talks/${talk}?verbose=yes`, 'talks', 'owner')).toMatchObject({
    id: Number(talk),
    speakers_uri: `${service.base}/v2.1/talks/${talk}/speakers`,
    talk_media: [{ slides_link: 'https://example.org/slides' }],
    user_rating: 4,
  });
  const gravatar_hash = createHash('md5').update('owner@example.org').digest('hex');
  for (const path of [`/talk_comments/${talkComment}`, `/event_comments/${eventComment}`]) {
    const comment = await stage.read(`${path}?verbose=yes`, 'comments');
    expect(comment).toMatchObject({ username: 'owner', gravatar_hash, avatar_hash: gravatar_hash });
  }
  const user = `${service.base}/v2.1/users/${users.owner}`;
  expect(await stage.read(`/users/${users.owner}?verbose=yes`, 'users', 'admin')).toEqual({
    ...{ username: 'owner', full_name: 'The owner', twitter_username: 'owner', biography: 'I write', trusted: 0 },
    ...{ gravatar_hash, avatar_hash: gravatar_hash, email: 'owner@example.org', admin: 0 },
    ...{ uri: user, verbose_uri: `${user}?verbose=yes`, website_uri: `${service.base}/user/owner` },
    ...{ talks_uri: `${user}/talks/`, attended_events_uri: `${user}/attended/` },
    ...{ hosted_events_uri: `${user}/hosted/`, talk_comments_uri: `${user}/talk_comments/`, can_edit: true },
  });
});

it('7.1.15 JSONP (contract 7.1-15, 1.2-7, 1.2-8)', async () => {
  const { event, talk } = stage.at;
  for (const path of [`/talks/${talk}?verbose=yes`, '/events?filter=hot', `/events/${event}/talks?resultsperpage=0`]) {
    const address = `/${path.slice(1)}&`.replace(/^([^?]*)&$/, '$1?');
    const [jsonp, again] = [
      await stage.send(`GET ${address}callback=jQuery1_2&format=json`),
      await stage.send(`GET ${address}callback=jQuery1_2`),
    ];
    const [, inside = ''] = /^\/\*\*\/jQuery1_2\(([^]*)\);$/.exec(again.text) ?? [];
    const plain = bodyOf(await stage.send(`GET ${path}`));
    expect({ ...(JSON.parse(inside) as object), meta: null }).toEqual({ ...plain, meta: null });
    expect([jsonp.status, jsonp.headers.get('content-type')]).toEqual([200, 'application/javascript; charset=utf8']);
    expect([again.headers.get('x-content-type-options'), jsonp.text.slice(0, 14)]).toEqual([
      'nosniff',
      '/**/jQuery1_2(',
    ]);
  }
  const missing = await stage.send('GET /talks/999999?callback=f');
  expect([missing.status, missing.text]).toEqual([404, '/**/f(["Talk not found"]);']);
  expect(await stage.told('GET /talks/1?callback=alert(1)')).toEqual([
    400,
    ['The callback must be the name of a JavaScript function'],
    null,
  ]);
});

it('7.1.16 the token response is {access_token, user_uri}; 401 and Not verified (contract 7.1-16, 2.2-7, 2.2-8)', async () => {
  const { website, users } = stage.at;
  const { client_id, client_secret } = website;
  const grant = { grant_type: 'password', username: 'owner', password: PASSWORD, client_id, client_secret };
  const answer = await stage.send('POST /token', 'anonymous', grant);
  const { access_token, ...rest } = bodyOf(answer);
  const user_uri = `${stage.service.base}/v2.1/users/${users.owner}`;
  expect([answer.status, typeof access_token, rest]).toEqual([200, 'string', { user_uri }]);
  expect(Object.keys(bodyOf(answer))).toEqual(['access_token', 'user_uri']);
  await stage.stored('update users set is_verified = false where id = $1', users.owner);
  expect(await stage.told('POST /token', 'anonymous', grant)).toEqual([401, ['Not verified'], null]);
});
