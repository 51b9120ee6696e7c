import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askData } from '../graphql/ask.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, recordOf, recordsOf, type Json } from './ask.js';
import { required } from './submission.js';

/** In the order of the ICU root collation. A bytewise order would put capitals first and umlauts last. */
const sorted = ['1. Track', 'alpha', 'Äpfel', 'Bash', 'beta', 'C++', 'élan', 'Zebra', 'Ωmega'];

let service: TestService;
let event: string;
let talk: string;
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  event = await make.createEvent(pool);
  talk = await make.createTalk(pool, event);
  for (const name of [...sorted].reverse()) {
    const track = await make.createTrack(pool, event, { name });
    await make.putOnTrack(pool, event, talk, track);
    const host = await make.createUser(pool, { full_name: name, twitter_username: 'sortme' });
    await make.createHost(pool, event, host);
    await make.createSpeaker(pool, event, talk, { display_name: name });
    await pool.query('insert into languages (name, code) values ($1, $2)', [`0 ${name}`, 'xx']);
  }
});
afterAll(() => service.stop());

const rest = async (path: string, collection: string) => recordsOf(await ask(service, path), collection);
const members = (records: readonly Json[], member: string) => records.map((record) => record[member]);

describe('Names sort by the ICU root collation (decisions no. 40)', () => {
  it('of tracks, of an event and of a talk', async () => {
    expect(members(await rest(`/v2.1/events/${event}/tracks`, 'tracks'), 'track_name')).toEqual(sorted);
    const record = recordOf(await ask(service, `/v2.1/talks/${talk}`), 'talks');
    expect(members(record['tracks'] as Json[], 'track_name')).toEqual(sorted);
  });

  it('of hosts, while speakers keep their entry order (decisions no. 32)', async () => {
    const record = recordOf(await ask(service, `/v2.1/events/${event}?verbose=yes`), 'events');
    expect(members(record['hosts'] as Json[], 'host_name')).toEqual(sorted);
    const shown = recordOf(await ask(service, `/v2.1/talks/${talk}`), 'talks');
    expect(members(shown['speakers'] as Json[], 'speaker_name')).toEqual([...sorted].reverse());
  });

  it('of languages', async () => {
    const names = members(await rest('/v2.1/languages?resultsperpage=0', 'languages'), 'name') as string[];
    expect(names.filter((name) => name.startsWith('0 '))).toEqual(sorted.map((name) => `0 ${name}`));
  });

  it.each([
    ['users(keyword: "sortme"', 'fullName'],
    ['event(id: "$event") { tracks(', 'name'],
  ])('of pages by cursor, in both directions: %s', async (list, field) => {
    const isChild = list.includes('{');
    const page = async (args: string) => {
      const nested = `${list}${isChild ? '' : ', '}${args}) { edges { cursor node { ${field} } } }${isChild ? ' }' : ''}`;
      const data = await askData(service, `{ ${nested.replace('$event', event)} }`);
      return (data.event?.tracks ?? data.users).edges as { cursor: string; node: Record<string, string> }[];
    };
    const forwards: unknown[] = [];
    for (let edges = await page('first: 2'); edges.length > 0;) {
      forwards.push(...edges.map(({ node }) => node[field]));
      edges = await page(`first: 2, after: "${edges.at(-1)!.cursor}"`);
    }
    expect(forwards).toEqual(sorted);
    const backwards: unknown[] = [];
    for (let edges = await page('last: 2'); edges.length > 0;) {
      backwards.unshift(...edges.map(({ node }) => node[field]));
      edges = await page(`last: 2, before: "${edges[0]!.cursor}"`);
    }
    expect(backwards).toEqual(sorted);
  });
});

it.each([
  ['europe', 'london', 'Europe', 'London'],
  ['ASIA', 'KOLKATA', 'Asia', 'Kolkata'],
  ['america', 'argentina/buenos_aires', 'America', 'Argentina/Buenos_Aires'],
])('time zones are returned in the spelling of the IANA database: %s/%s', async (continent, place, ...expected) => {
  const { pool } = service.database;
  const token = await make.createToken(pool, await make.createUser(pool, { is_trusted: true }));
  const body = { ...required, tz_continent: continent, tz_place: place };
  const answer = await ask(service, '/v2.1/events', { method: 'POST', token, body });
  const record = recordOf(await ask(service, String(answer.headers.get('content-location'))), 'events');
  expect([record['tz_continent'], record['tz_place']]).toEqual(expected);
});
