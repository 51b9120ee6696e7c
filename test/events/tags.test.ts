import { afterAll, beforeAll, expect, it } from '@jest/globals';
import ICAL from 'ical.js';
import { askData } from '../graphql/ask.js';
import { ask, recordOf } from '../rest/ask.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let [token, event] = ['', ''];

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  const user = await make.createUser(pool);
  token = await make.createToken(pool, user);
  event = await make.createEvent(pool, { name: 'Both' });
  await make.createHost(pool, event, user);
  await make.createEvent(pool, { name: 'Imported', tags: ['code, craft'] });
});
afterAll(() => service.stop());

const path = () => `/v2.1/events/${event}`;

it.each([['Code, craft'], [['code,craft']], [['code', 'craft']]])('the tags %j are two in v2.1', async (tags) => {
  const { events } = (await (await fetch(service.base + path())).json()) as { events: object[] };
  const body = { ...events[0], tz_continent: 'Europe', tz_place: 'Amsterdam', tags };
  expect((await ask(service, path(), { method: 'PUT', token, body })).status).toBe(204);
  expect(recordOf(await ask(service, path()), 'events')['tags']).toEqual(['code', 'craft']);
});

it('a comma separates tags in GraphQL', async () => {
  const query = `mutation ($id: ID!) { updateEvent(input: { eventId: $id, tags: ["Code,craft", " "] }) { event { tags } } }`;
  const { updateEvent } = await askData(service, query, { token, variables: { id: event } });
  expect(updateEvent.event.tags).toEqual(['code', 'craft']);
});

it.each([
  ['code,none', ['Both']],
  ['code, craft', ['Both', 'Imported']],
  [',', []],
])('the filter %j finds the same events in v2.1, GraphQL and the feed', async (tags, names) => {
  const wanted = encodeURIComponent(tags);
  const rest = (await (await fetch(`${service.base}/v2.1/events?tags=${wanted}`)).json()) as {
    events: { name: string }[];
  };
  const graph = await askData(service, 'query ($tags: [String!]) { events(tags: $tags) { nodes { name } } }', {
    variables: { tags: [tags] },
  });
  const found = [rest.events, graph.events.nodes as { name: string }[]].map((all) =>
    all.map(({ name }) => name).sort(),
  );
  expect(found).toEqual([names, names]);
  if (tags === ',') return;
  const feed = await (await fetch(`${service.base}/feeds/events.ics?tags=${wanted}`)).text();
  const entries = new ICAL.Component(ICAL.parse(feed) as unknown[]).getAllSubcomponents('vevent');
  expect(entries.map((entry) => String(entry.getFirstPropertyValue('summary'))).sort()).toEqual(names);
});
