import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask as askGraph } from '../graphql/ask.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf } from './ask.js';

let service: TestService;
let [event, talk] = ['', ''];
beforeAll(async () => {
  service = await startService({
    ...{ LIMIT_WRITES_USER: '7/60', LIMIT_EVENT_COMMENTS_USER: '2/3600' },
    ...{ LIMIT_REPORTS_USER: '2/3600', LIMIT_CLAIMS_USER: '2/3600' },
  });
  event = await make.createEvent(service.database.pool);
  talk = await make.createTalk(service.database.pool, event);
});
afterAll(() => service.stop());

const newUserToken = async () => make.createToken(service.database.pool, await make.createUser(service.database.pool));
const post = (path: string, token?: string, body?: unknown) => ask(service, path, { method: 'POST', token, body });
const codesOf = ({ errors }: Awaited<ReturnType<typeof askGraph>>) => errors.map(({ extensions: { code } }) => code);

describe('the limit of all writes of a user', () => {
  const stars = (times: number) =>
    Array.from({ length: times }, (_, index) => `s${index}: starTalk(input: { talkId: "${talk}" }) { talk { id } }`);

  it('is counted per field, in REST and GraphQL together, and reported for each field', async () => {
    const token = await newUserToken();
    expect((await post(`/v2.1/talks/${talk}/starred`, token)).status).toBe(201);
    const { errors } = await askGraph(service, `mutation { ${stars(9).join(' ')} }`, { token });
    expect(errors.map(({ path, extensions: { code } }) => [path, code])).toEqual(
      ['s6', 's7', 's8'].map((name) => [[name], 'RATE_LIMITED']),
    );

    const refused = await ask(service, `/v2.1/talks/${talk}/starred`, { method: 'DELETE', token });
    const seconds = Number(refused.headers.get('retry-after'));
    expect([refused.status, bodyOf(refused)]).toEqual([429, [`Rate limit exceeded. Try again in ${seconds} seconds`]]);
    expect(refused.headers.get('ratelimit-policy')).toBe('"writes_user";q=7;w=60');
    expect(refused.headers.get('ratelimit')).toBe(`"writes_user";r=0;t=${seconds}`);
    expect((await ask(service, `/v2.1/talks/${talk}`, { token })).status).toBe(200);
  });

  it('is counted in the first round trip of the write, with the read of its record', async () => {
    const token = await newUserToken();
    let roundTrips = 0;
    const count = () => void (roundTrips += 1);
    service.pool.on('acquire', count);
    service.takeStatements();
    const { status } = await post(`/v2.1/talks/${talk}/starred`, token);
    service.pool.off('acquire', count);
    const found = service.takeStatements().map((text) => /access_tokens|rate_limits|talk_stars|talks/.exec(text)?.[0]);
    expect([status, found, roundTrips]).toEqual([201, ['access_tokens', 'rate_limits', 'talks', 'talk_stars'], 3]);
  });

  it('is counted per user, and not for anonymous callers', async () => {
    expect((await post(`/v2.1/talks/${talk}/starred`, await newUserToken())).status).toBe(201);
    for (let time = 1; time <= 8; time += 1) {
      expect((await post(`/v2.1/talks/${talk}/starred`)).status).toBe(401);
    }
  });
});

describe('the limits of writes that send mail or need moderation', () => {
  const comment =
    'mutation ($id: ID!, $text: String!) { commentOnEvent(input: { eventId: $id, text: $text, rating: 3 }) { event { id } } }';
  const report = 'mutation ($id: ID!) { reportEventComment(input: { eventCommentId: $id }) { event { id } } }';
  const claim =
    'mutation ($id: ID!, $name: String!, $user: String!) { claimSpeaker(input: { talkId: $id, speakerName: $name, username: $user }) { isLinked } }';

  it('include comments on events', async () => {
    const token = await newUserToken();
    const said = (text: string) => post(`/v2.1/events/${event}/comments`, token, { comment: text, rating: 3 });
    expect((await said('')).status).toBe(400);
    expect((await said('One')).status).toBe(201);
    expect(codesOf(await askGraph(service, comment, { token, variables: { id: event, text: 'Two' } }))).toEqual([]);
    const refused = await said('Three');
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true]);
    expect(codesOf(await askGraph(service, comment, { token, variables: { id: event, text: 'Three' } }))).toEqual([
      'RATE_LIMITED',
    ]);
  });

  it('include reports of comments on events and talks', async () => {
    const { pool } = service.database;
    const token = await newUserToken();
    const comments = await Promise.all(Array.from({ length: 3 }, () => make.createEventComment(pool, event)));
    const about = await make.createTalkComment(pool, event, talk);
    expect((await post(`/v2.1/event_comments/${comments[0]}/reported`, token)).status).toBe(202);
    expect((await post(`/v2.1/talk_comments/${about}/reported`, token)).status).toBe(202);
    expect((await post(`/v2.1/event_comments/${comments[1]}/reported`, token)).status).toBe(429);
    expect(codesOf(await askGraph(service, report, { token, variables: { id: comments[2] } }))).toEqual([
      'RATE_LIMITED',
    ]);
    const { rows } = await pool.query('select id from event_comments where is_hidden and id = any($1)', [comments]);
    expect(rows).toEqual([{ id: comments[0] }]);
  });

  it('include claims to names, but not their confirmation', async () => {
    const { pool } = service.database;
    const names = ['Ada', 'Grace', 'Hedy', 'Mary'];
    for (const display_name of names) await make.createSpeaker(pool, event, talk, { display_name });
    const people = await Promise.all(
      names.map((name) => make.createUser(pool, { username: name.toLowerCase(), full_name: name })),
    );
    const host = await make.createUser(pool);
    await make.createHost(pool, event, host);
    const token = await make.createToken(pool, host);
    const said = async (by: string, name: string) => {
      const variables = { id: talk, name, user: name.toLowerCase() };
      return codesOf(await askGraph(service, claim, { token: by, variables }));
    };
    for (const [index, person] of people.slice(0, 2).entries()) {
      expect(await said(await make.createToken(pool, person), names[index]!)).toEqual([]);
      expect(await said(token, names[index]!)).toEqual([]);
    }
    for (const name of ['Hedy', 'Mary']) expect(await said(token, name)).toEqual([]);
    await make.createSpeaker(pool, event, talk, { display_name: 'Jean' });
    await make.createUser(pool, { username: 'jean', full_name: 'Jean' });
    expect(await said(token, 'Jean')).toEqual(['RATE_LIMITED']);
    const refused = await post(`/v2.1/talks/${talk}/speakers`, token, { display_name: 'Jean', username: 'jean' });
    expect(refused.status).toBe(429);
  });
});
