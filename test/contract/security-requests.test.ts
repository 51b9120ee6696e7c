import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { ask as askGraph, askData } from '../graphql/ask.js';
import { apis } from '../permissions/apis.js';
import type { Role } from '../permissions/truth.js';
import { metaOf, recordsOf } from '../rest/ask.js';
import { flawOf } from '../rest/hostile-values.js';
import * as make from '../support/factories.js';
import { attempt, UNLIMITED, writeOf } from './attempt.js';
import { openStage, type Stage } from './stage.js';

/** Contract §7.2: lines about the contents of requests, in REST and GraphQL. */

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ ...UNLIMITED, MAX_RESULTS: '5' });
});
beforeEach(() => stage.snapshot.restore());
afterAll(() => stage.service.stop());

it('7.2.10 URLs are those of the web only: no javascript: in href, slides_link, links and the like (contract 7.2-10, 3.2-59, 2.4-8)', async () => {
  const scripts = [
    'javascript:alert(1)',
    ' JavaScript://example.org/%0aalert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
  ];
  const fields: [mutation: string, by: Role, wire: string, graph: string][] = [
    ['submitEvent', 'stranger', 'href', 'websiteUrl'],
    ['submitEvent', 'stranger', 'cfp_url', 'cfpUrl'],
    ['replaceEvent', 'host', 'href', 'websiteUrl'],
    ['replaceEvent', 'host', 'cfp_url', 'cfpUrl'],
    ['addTalk', 'host', 'slides_link', 'slidesUrl'],
    ['replaceTalk', 'speaker', 'slides_link', 'slidesUrl'],
    ['addTalkLink', 'speaker', 'url', 'url'],
    ['replaceTalkLink', 'speaker', 'url', 'url'],
    ['registerApplication', 'stranger', 'callback_url', 'callbackUrl'],
    ['replaceApplication', 'owner', 'callback_url', 'callbackUrl'],
  ];
  for (const [mutation, by, wire, graph] of fields) {
    for (const script of scripts) {
      const asked = { by, body: { [wire]: script }, input: { [graph]: script } };
      const told = await attempt(stage, writeOf(mutation), asked);
      const refused = 'INVALID URL_INVALID';
      expect([mutation, wire, script, told]).toEqual([mutation, wire, script, [refused, refused]]);
    }
    const web = { by, body: { [wire]: 'https://example.com/' }, input: { [graph]: 'https://example.com/' } };
    expect([mutation, await attempt(stage, writeOf(mutation), web)]).toEqual([mutation, ['done', 'done']]);
  }
});

it('a URL that begins with www. gets http://, in REST and GraphQL (contract 3.2-59, decisions no. 29)', async () => {
  const fields: [mutation: string, by: Role, wire: string, graph: string, sql: string][] = [
    ['submitEvent', 'stranger', 'href', 'websiteUrl', 'select href as url from events'],
    ['replaceEvent', 'host', 'cfp_url', 'cfpUrl', 'select cfp_url as url from events'],
    ['addTalk', 'host', 'slides_link', 'slidesUrl', 'select url from talk_links'],
    ['replaceTalk', 'speaker', 'slides_link', 'slidesUrl', 'select url from talk_links'],
    ['addTalkLink', 'speaker', 'url', 'url', 'select url from talk_links'],
  ];
  const refused = 'INVALID URL_INVALID';
  for (const [mutation, by, wire, graph, sql] of fields) {
    const asked = (url: string) => ({ by, body: { [wire]: url }, input: { [graph]: url } });
    for (const [door, send] of Object.entries(apis)) {
      await send(stage.service, writeOf(mutation), stage.at, {
        about: () => stage.at,
        ...asked(' www.example.com/a?b '),
      });
      const { rows } = await stage.service.database.pool.query<{ url: string }>(sql);
      expect([door, mutation, rows.map(({ url }) => url)]).toEqual([
        door,
        mutation,
        expect.arrayContaining(['http://www.example.com/a?b']),
      ]);
      await stage.snapshot.restore();
    }
    for (const url of ['www.a b', 'www.user@example.com', 'wwwx.example.com', 'example.com']) {
      expect([url, await attempt(stage, writeOf(mutation), asked(url))]).toEqual([url, [refused, refused]]);
    }
  }
});

it('7.2.11 wildcards of LIKE are literal; resultsperpage has a maximum (contract 7.2-11, 3.2-46, 1.6-10)', async () => {
  const { pool } = stage.service.database;
  const texts = ['z%z', 'zaz', 'z_z', 'z\\z', 'zaaz'];
  for (const text of texts) {
    const event = await make.createEvent(pool, { name: text });
    await make.createTalk(pool, event, { title: text });
    await make.createUser(pool, { full_name: text });
  }
  const query = `query ($text: String!) {
    events(title: $text) { nodes { name } } talks(title: $text) { nodes { title } } users(keyword: $text) { nodes { fullName } } }`;
  for (const [sought, found] of [
    ['z%z', ['z%z']],
    ['z_z', ['z_z']],
    ['z\\z', ['z\\z']],
    ['%%', []],
    ['ZaZ', ['zaz']],
  ] as const) {
    const given = encodeURIComponent(sought);
    const names = async (path: string, type: string, member: string) =>
      recordsOf(await stage.send(`GET ${path}${given}`), type).map((record) => record[member]);
    expect([
      await names('/events?title=', 'events', 'name'),
      await names('/talks?title=', 'talks', 'talk_title'),
      await names('/users?keyword=', 'users', 'full_name'),
    ]).toEqual([found, found, found]);
    expect(await askData(stage.service, query, { variables: { text: sought } })).toEqual({
      events: { nodes: found.map((name) => ({ name })) },
      talks: { nodes: found.map((title) => ({ title })) },
      users: { nodes: found.map((fullName) => ({ fullName })) },
    });
  }
  for (const asked of ['0', '1000', '9'.repeat(30)]) {
    const { count, next_page } = metaOf(await stage.send(`GET /users?resultsperpage=${asked}`));
    expect([asked, count, typeof next_page]).toEqual([asked, 5, 'string']);
  }
  const { errors } = await askGraph(stage.service, '{ users(first: 101) { totalCount } }');
  expect(errors[0]?.extensions).toMatchObject({ code: 'INVALID' });
});

it('7.2.14 clients receive no type errors and no messages of parsers (contract 7.2-14, 1.4-9, 1.7-19)', async () => {
  const { service, at } = stage;
  const { event, talk } = at;
  const text = (name: string) => [400, [`Expected parameter ${name} is not a readable string`], null];
  const day = { talk_title: 'x', talk_description: 'x', start_date: 'the 99th of Nevermore' };
  expect([
    await stage.told(`POST /events/${event}/talks`, 'host', day),
    await stage.told(`POST /events/${event}/talks`, 'host', { ...day, talk_title: ['x'] }),
    await stage.told(`POST /talks/${talk}/comments`, 'stranger', { comment: { a: 1 }, rating: 3 }),
    await stage.told(`PUT /events/${event}`, 'host', { name: true }),
    await stage.told(`POST /events/${event}/hosts`, 'host', { host_name: [] }),
    await stage.told(`POST /users/${at.users.owner}/trusted`, 'admin', { trusted: 'maybe' }),
    await stage.told('POST /token', 'anonymous', { grant_type: 'password', username: {}, password: 'x' }),
  ]).toEqual([
    [400, ["'start_date' must be supplied in a recognised format"], null],
    text('talk_title'),
    text('comment'),
    text('name'),
    text('host_name'),
    [400, ['You must provide a trusted state'], null],
    text('username'),
  ]);
  const odd = ['start=abc', 'start=', 'resultsperpage=abc', 'start=-1&resultsperpage=-1', 'start[]=1', 'verbose[]=yes'];
  for (const query of [...odd, 'filter[]=hot', 'tags=%00', 'startdate=%FF', 'title=%E0%A4%A', 'format[]=json']) {
    const answer = await stage.send(`GET /events?${query}`);
    expect([query, answer.status < 500, flawOf(answer)]).toEqual([query, true, null]);
  }
  for (const id of ['99999999999999999999', '1e9', '-1', '%00', "1'", '1;drop', '%ff']) {
    for (const path of [`/events/${id}`, `/talks/${id}/comments`, `/users/${id}`, `/tracks/${id}`]) {
      const answer = await stage.send(`GET ${path}`);
      expect([path, [400, 404].includes(answer.status), flawOf(answer)]).toEqual([path, true, null]);
    }
  }
  for (const body of ['{', '[1]', '"x"', '{"name": NaN}', '\0']) {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${at.tokens.host}` };
    const response = await fetch(`${service.base}/v2.1/events`, { method: 'POST', headers, body });
    const said = await response.text();
    expect([body, response.status, flawOf({ status: response.status, headers: response.headers, text: said })]).toEqual(
      [body, 400, null],
    );
  }
  const inside =
    /\bat .+:\d+|node_modules|TypeError|RangeError|SyntaxError|\bselect\b.+\bfrom\b|violates|\.ts\b|\.js\b/i;
  const asked = [
    ['query ($id: ID!) { event(id: $id) { id } }', { id: { a: 1 } }],
    ['query ($id: ID!) { event(id: $id) { id } }', { id: '9'.repeat(40) }],
    ['{ events(from: "the 99th of Nevermore") { totalCount } }', {}],
    ['{ events(after: "no cursor") { totalCount } }', {}],
    ['{ events(first: "many") { totalCount } }', {}],
    ['{', {}],
    [
      'mutation ($input: AddTalkInput!) { addTalk(input: $input) { __typename } }',
      { input: { eventId: event, title: 7 } },
    ],
    ['mutation { setEventImage(input: { eventId: "1", image: "x" }) { __typename } }', {}],
  ] as const;
  for (const [query, variables] of asked) {
    const answer = await askGraph(service, query, { variables, token: at.tokens.host });
    expect([query, inside.test(JSON.stringify(answer)), answer.errors[0]?.extensions.code ?? 'none']).toEqual([
      query,
      false,
      query.startsWith('query') && variables !== asked[0][1] ? 'none' : 'INVALID',
    ]);
  }
});
