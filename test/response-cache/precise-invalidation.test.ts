import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
/** An event with a host, one without, a talk of each, and the speaker of the first. */
let [event, other, talk, otherTalk, host, stranger, speaker] = ['', '', '', '', '', '', ''];

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  host = await make.createUser(pool);
  speaker = await make.createUser(pool);
  stranger = await make.createUser(pool);
  event = await make.createEvent(pool, { starts_at: '2020-01-01T10:00:00Z', ends_at: '2020-01-02T10:00:00Z' });
  other = await make.createEvent(pool, { starts_at: '2019-01-01T10:00:00Z', ends_at: '2019-01-02T10:00:00Z' });
  await make.createHost(pool, event, host);
  talk = await make.createTalk(pool, event, { title: 'On the sea' });
  otherTalk = await make.createTalk(pool, other, { title: 'In the wood' });
  await make.createSpeaker(pool, event, talk, { user_id: speaker });
});
afterAll(() => service.stop());

const stored = (operation: string, variables: object) =>
  `/graphql?${new URLSearchParams({ operation, variables: JSON.stringify(variables) }).toString()}`;
/** One event at a time, so that a page does not show the other. */
const pages = {
  event: () => `/v2.1/events/${event}?verbose=yes`,
  talk: () => `/v2.1/talks/${talk}`,
  list: () => '/v2.1/events?resultsperpage=1&verbose=yes',
  past: () => '/v2.1/events?resultsperpage=1&filter=past',
  hot: () => '/v2.1/events?resultsperpage=1&filter=hot',
  tagged: () => '/v2.1/events?tags[]=none',
  storedList: () => stored('EventCollection', { filter: null, offset: 0, limit: 1, verbose: false }),
  storedHot: () => stored('EventCollection', { filter: 'HOT', offset: 0, limit: 1, verbose: false }),
  titled: () => '/v2.1/talks?title=sea',
  storedTitled: () => stored('TalkSearch', { title: 'sea', offset: 0, limit: 20, verbose: false }),
  host: () => `/v2.1/users/${host}?verbose=yes`,
  speaker: () => `/v2.1/users/${speaker}`,
  spoken: () => `/v2.1/users/${speaker}/talks`,
  users: () => '/v2.1/users',
};
type Page = keyof typeof pages;
const names = Object.keys(pages) as Page[];
const LISTS: readonly Page[] = ['list', 'past', 'hot', 'tagged', 'storedList', 'storedHot'];
const RANKED: readonly Page[] = ['hot', 'storedHot'];
const TITLED: readonly Page[] = ['titled', 'storedTitled'];
/** The pages that show the event. */
const OF_EVENT: readonly Page[] = ['event', 'talk', 'list', 'past', 'hot', 'storedList', 'storedHot', ...TITLED];

async function outcome(page: Page): Promise<string> {
  const count = async (label: string) => {
    const metric = (await service.samples()).find(({ name }) => name === 'lectern_response_cache_total');
    return metric?.values.find(({ labels }) => labels['outcome'] === label)?.value ?? 0;
  };
  const before = await count('hit');
  const response = await fetch(service.base + pages[page]());
  expect([response.status, (await response.text()).length > 0]).toEqual([200, true]);
  return (await count('hit')) > before ? 'hit' : 'miss';
}

async function outcomes(): Promise<Page[]> {
  const missed: Page[] = [];
  for (const page of names) if ((await outcome(page)) === 'miss') missed.push(page);
  return missed;
}

beforeEach(async () => {
  await outcomes();
  expect(await outcomes()).toEqual([]);
});

const execute = (text: string, ...values: unknown[]) => service.database.pool.query(text, values);

describe('a write invalidates only responses that show it', () => {
  it.each<[string, () => Promise<unknown>, readonly Page[]]>([
    [
      'a profile that no event shows',
      () => execute(`update users set full_name = 'New' where id = $1`, stranger),
      ['spoken', 'users'],
    ],
    [
      'the profile of a host',
      () => execute(`update users set full_name = 'New' where id = $1`, host),
      [...OF_EVENT, 'host', 'spoken', 'users'],
    ],
    [
      'the profile of a speaker',
      () => execute(`update users set full_name = 'New' where id = $1`, speaker),
      [...OF_EVENT, 'speaker', 'spoken', 'users'],
    ],
    [
      'a comment on a talk of another event',
      () => make.createTalkComment(service.database.pool, other, otherTalk),
      ['spoken', 'users'],
    ],
    [
      'a comment on another event, which ranks it higher',
      () => make.createEventComment(service.database.pool, other),
      [...RANKED, 'spoken', 'users'],
    ],
    [
      'another event with another name',
      () => execute(`update events set name = 'New' where id = $1`, other),
      [...LISTS, ...TITLED, 'spoken', 'users'],
    ],
    [
      'another event with another location',
      () => execute(`update events set location = 'There' where id = $1`, other),
      ['spoken', 'users'],
    ],
    [
      'another talk with another description',
      () => execute(`update talks set description = 'New' where id = $1`, otherTalk),
      ['spoken', 'users'],
    ],
    [
      'a talk with another title',
      () => execute(`update talks set title = 'By the sea' where id = $1`, otherTalk),
      [...TITLED, 'spoken', 'users'],
    ],
    [
      'a new event',
      () =>
        make.createEvent(service.database.pool, { starts_at: '2018-01-01T10:00:00Z', ends_at: '2018-01-02T10:00:00Z' }),
      [...LISTS, ...TITLED, 'spoken', 'users'],
    ],
    ['a language', () => execute(`update languages set name = name || '.' where id = 3`), names],
  ])('%s', async (_, write, missed) => {
    await write();
    expect(new Set(await outcomes())).toEqual(new Set(missed));
  });
});
