import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { askData, type Data } from './ask.js';

let service: TestService;
let token: string;

/**
 * Conferences with `size` of everything, so that each list and each nested list has `size` records. The same users do
 * everything, plus one other speaker, so that there is always one more user to read.
 */
async function makeConferences(size: number): Promise<Record<string, string>> {
  const { pool } = service.database;
  const name = `Sized ${size}`;
  const people: string[] = [];
  for (let n = 0; n < size; n += 1) people.push(await make.createUser(pool, { full_name: name }));
  const [person = ''] = people;
  const another = await make.createUser(pool);
  const found = { person, tag: `size${size}`, title: name, event: '', talk: '', track: '' };
  for (const _ of people) {
    const event = await make.createEvent(pool, { name, tags: [found.tag] });
    const tracks: string[] = [];
    for (const user of people) {
      await make.createHost(pool, event, user);
      await make.createAttendee(pool, event, user);
      tracks.push(await make.createTrack(pool, event));
      const said = await make.createEventComment(pool, event, { user_id: user });
      await make.createReport(pool, event, { event_comment_id: said, reporter_id: user });
    }
    for (const _talk of people) {
      const talk = await make.createTalk(pool, event, { title: name });
      const speaker = await make.createSpeaker(pool, event, talk, { user_id: another });
      await make.createClaim(pool, event, talk, speaker, person);
      for (const track of tracks) await make.putOnTrack(pool, event, talk, track);
      for (const user of people) {
        await make.createSpeaker(pool, event, talk, { user_id: user });
        await make.createLink(pool, event, talk);
        const said = await make.createTalkComment(pool, event, talk, { user_id: user });
        await make.createReport(pool, event, { talk_comment_id: said, reporter_id: user });
      }
      Object.assign(found, { event, talk, track: tracks[0] });
    }
  }
  return found;
}
let one: Record<string, string>;
let three: Record<string, string>;
beforeAll(async () => {
  service = await startService();
  // Over one connection responses have a fixed order, so dependent reads form the same batches every time.
  service.pool.options.max = 1;
  token = await make.createToken(
    service.database.pool,
    await make.createUser(service.database.pool, { is_admin: true }),
  );
  one = await makeConferences(1);
  three = await makeConferences(3);
  // The cost of counts depends on the sizes of tables, which are read once a minute.
  await askData(service, '{ users { totalCount } }');
});
afterAll(() => service.stop());

const user = 'id username avatarHash email isAdmin viewerCanEdit';
const talk = `id title viewerHasStarred viewerRating language { name } ratings { average distribution { count } }
  speakers { name user { ${user} } } tracks { id name event { id } } links { url } event { id name }`;
const event =
  'id name tags images { url } viewerIsAttending viewerCanEdit hosts { id } ratings { count distribution { count } }';
const comment = `id text user { ${user} }`;
const page = (fields: string) => `{ totalCount nodes { ${fields} } pageInfo { endCursor } }`;

/** Every list, and the relations of its records. */
const queries: Record<string, string> = {
  events: `query ($tag: String!) { events(tags: [$tag]) ${page(event)} }`,
  'hot events': `query ($tag: String!) { events(tags: [$tag], filter: HOT) ${page(event)} }`,
  'events and their talks': `query ($tag: String!) { events(tags: [$tag]) ${page(`id talks(first: 3) ${page(talk)}`)} }`,
  'events and their programmes': `query ($tag: String!) { events(tags: [$tag]) ${page(`id talks(first: 3, from: "1 June", until: "2 June 2026", type: TALK, starred: false, orderBy: RATING) ${page(talk)}`)} }`,
  'events and their current talks': `query ($tag: String!) { events(tags: [$tag]) ${page('id now { id } next { id }')} }`,
  'events and their tracks with talks': `query ($tag: String!) { events(tags: [$tag]) ${page(`tracks(first: 3) ${page(`event { id } talks(first: 3) ${page('id')}`)}`)} }`,
  'events and all comments': `query ($tag: String!) { events(tags: [$tag]) ${page(`comments(first: 3) ${page(`${comment} event { id }`)} talkComments(first: 3) ${page(`${comment} talk { id event { id } }`)}`)} }`,
  'events and their users': `query ($tag: String!) { events(tags: [$tag]) ${page(`hosts { ${user} } attendees(first: 3) ${page(`${user} attendedEvents(first: 3) ${page('id')}`)}`)} }`,
  'events and their moderation': `query ($tag: String!) { events(tags: [$tag]) ${page(`
    reportedComments { comment { ${comment} } reporter { id } decidedBy { id } }
    reportedTalkComments { comment { ${comment} talk { id } } reporter { id } }
    pendingClaims { talk { id } user { id } }`)} }`,
  'talks by title': `query ($title: String!) { talks(title: $title) ${page(`${talk} comments(first: 3) ${page(comment)}`)} }`,
  'a talk': `query ($talk: ID!) { talk(id: $talk) { ${talk} comments ${page(`${comment} talk { id }`)} } }`,
  'a track': `query ($track: ID!) { track(id: $track) { event { id } talks ${page(talk)} } }`,
  'talks of a speaker': `query ($person: ID!) { user(id: $person) { talks ${page(talk)} } }`,
  'talk comments of a user': `query ($person: ID!) { user(id: $person) { talkComments ${page(`${comment} talk { ${talk} }`)} } }`,
  'hosted events': `query ($person: ID!) { user(id: $person) { hostedEvents ${page(event)} } }`,
  'users and all that is theirs': `query ($title: String!) { users(keyword: $title) ${page(`${user} talks(first: 3) ${page('id')} hostedEvents(first: 3) ${page('id')} attendedEvents(first: 3) ${page('id')} talkComments(first: 3) ${page('id talk { id }')}`)} }`,
};

/** A list of each of some records, and of one. */
const ofEach = /^select page\.\*, parents\.parent from unnest\(\(select \$1::bigint\[\]\)\) as parents\(parent\)\s+/;
const ofOne = 'select page.* from (select $1::bigint) as parents(parent) ';

/** The statements of a query in alphabetical order, and the number of records in the response. */
async function run(query: string, variables: Record<string, string>, bearer: string | undefined) {
  service.takeStatements();
  const data: Data = await askData(service, query, { variables, token: bearer, isSentOnce: true });
  const records = JSON.stringify(data).match(/"(id|text|username)":/g)?.length ?? 0;
  const statements = service.takeStatements().map((text) => text.replace(ofEach, ofOne));
  return { statements: statements.sort(), records };
}

describe('the statements of an operation do not depend on the number of records', () => {
  it.each(Object.keys(queries))('%s', async (name) => {
    const query = queries[name] ?? '';
    const few = await run(query, one, token);
    const many = await run(query, three, token);
    expect(many.records).toBeGreaterThan(few.records);
    expect(many.statements).toEqual(few.statements);
  });

  it.each(['events and their talks', 'events and all comments', 'talks by title'])(
    '%s, for an anonymous caller',
    async (name) => {
      const query = queries[name] ?? '';
      const few = await run(query, one, undefined);
      const many = await run(query, three, undefined);
      expect(many.records).toBeGreaterThan(few.records);
      expect(many.statements).toEqual(few.statements);
    },
  );

  it('events and their talks, if each list item is completed in its own time slice', async () => {
    const query = queries['events and their talks'] ?? '';
    const few = await run(query, one, token);
    let now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 10));
    const many = await run(query, three, token).finally(() => clock.mockRestore());
    expect(many.statements).toEqual(few.statements);
  });

  it('an event with its tags and images takes one statement', async () => {
    const { statements } = await run(
      'query ($event: ID!) { event(id: $event) { name tags images { url } } }',
      one,
      undefined,
    );
    expect(statements).toHaveLength(1);
  });
});
