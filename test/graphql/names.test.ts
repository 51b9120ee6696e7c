import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, askData } from './ask.js';

let service: TestService;
let [token, user, event, talk, track, application] = ['', '', '', '', '', ''];
beforeAll(async () => {
  service = await startService({ PRODUCT_NAME: 'Straße Talks', LIMIT_APPLICATIONS_USER: 'off' });
  const { pool } = service.database;
  user = await make.createUser(pool, { username: 'ada', full_name: 'Ada\nL', twitter_username: 'ada\tl' });
  token = await make.createToken(pool, user);
  event = await make.createEvent(pool, { name: 'As it\twas', tags: ['php', 'as it\nwas'] });
  await make.createHost(pool, event, user);
  talk = await make.createTalk(pool, event, { title: 'As it\nwas', room: ' Hall\u00851' });
  track = await make.createTrack(pool, event, { name: 'As it\u2028was' });
  application = await make.createApplication(pool, { user_id: user, name: 'Straße\nTalks' });
});
afterAll(() => service.stop());

/** Runs a mutation, and returns the reasons of its refusal with their fields. */
async function refusals(mutation: string, input: object): Promise<string[]> {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename } }`;
  const { errors } = await ask(service, query, { variables: { input }, token });
  return errors.flatMap(({ extensions: { problems } }) => problems.map(({ reason, field }) => `${reason} ${field}`));
}

const eventFields = {
  description: 'x',
  location: 'x',
  startDate: '2030-01-01',
  endDate: '2030-01-02',
  timeZone: 'UTC',
};
const talkFields = { description: 'x', startDate: '2026-06-01T10:00:00+02:00' };
const person = { username: 'eve', email: 'eve@example.org', password: 'long enough' };
const described = { description: 'x', callbackUrl: 'app://back' };

describe('A name', () => {
  /** Each mutation that writes a name, with the field and the rest of its input. */
  const places: readonly (readonly [string, string, () => object])[] = [
    ['submitEvent', 'name', () => eventFields],
    ['updateEvent', 'name', () => ({ eventId: event })],
    ['addTalk', 'title', () => ({ ...talkFields, eventId: event })],
    ['updateTalk', 'title', () => ({ talkId: talk })],
    ['updateTalk', 'room', () => ({ talkId: talk })],
    ['addTrack', 'name', () => ({ eventId: event })],
    ['updateTrack', 'name', () => ({ trackId: track })],
    ['register', 'fullName', () => person],
    ['updateUser', 'fullName', () => ({ userId: user })],
    ['updateUser', 'twitterUsername', () => ({ userId: user })],
    ['registerApplication', 'name', () => described],
    ['replaceApplication', 'name', () => ({ ...described, applicationId: application })],
  ];
  const lists: typeof places = [
    ['updateEvent', 'tags', () => ({ eventId: event })],
    ['updateTalk', 'speakers', () => ({ talkId: talk })],
  ];

  it.each(places)('that %s writes as %s contains no control characters', async (mutation, field, rest) => {
    for (const character of ['\n', '\u0007', '\u007f', '\u0085', '\u2029', '\u202e']) {
      const given = { ...rest(), [field]: `one${character}two` };
      expect([character, await refusals(mutation, given)]).toEqual([character, [`TEXT_UNREADABLE ${field}`]]);
    }
  });

  it.each(lists)('in the list that %s writes as %s contains none either', async (mutation, field, rest) => {
    expect(await refusals(mutation, { ...rest(), [field]: ['one', 'one\ntwo'] })).toEqual([`TEXT_UNREADABLE ${field}`]);
  });

  it('that is stored with some remains valid', async () => {
    expect([
      await refusals('replaceEvent', {
        ...{ ...eventFields, eventId: event, name: 'As it\twas', startDate: '2026-05-31', tags: ['PHP', 'as it\nwas'] },
      }),
      await refusals('updateEvent', { eventId: event, tags: ['as it\nwas', 'new'] }),
      await refusals('replaceTalk', { ...talkFields, talkId: talk, title: 'As it\nwas', room: ' Hall\u00851' }),
      await refusals('replaceTrack', { trackId: track, name: 'As it\u2028was' }),
      await refusals('updateUser', { userId: user, fullName: 'Ada\nL', twitterUsername: 'ada\tl' }),
      await refusals('replaceApplication', { ...described, applicationId: application, name: 'Straße\nTalks' }),
    ]).toEqual([[], [], [], [], [], []]);
  });

  it('may have any visible character', async () => {
    expect(await refusals('updateTrack', { trackId: track, name: '«Räume» 会議 👩‍💻 \u202bשלום\u202c' })).toEqual([]);
  });
});

describe('An application', () => {
  it.each([
    ['Straße Talks', 'its name'],
    ['STRASSE TALKS', 'its name in capitals'],
    [' straße  talks ', 'its name with other blanks'],
    ['Ｓｔｒａßｅ Ｔａｌｋｓ', 'its name in wide letters'],
    ['Stra\u200bße\u00ad Talks\u2060', 'its name with invisible characters'],
    ['Straße\u3164Talks', 'its name with a blank letter'],
    ['Strаße Tаlks', 'its name with Cyrillic letters'],
  ])('cannot be called %j like the service: %s', async (name) => {
    expect(await refusals('registerApplication', { ...described, name })).toEqual(['NAME_RESERVED name']);
    expect(await refusals('replaceApplication', { ...described, name, applicationId: application })).toEqual([
      'NAME_RESERVED name',
    ]);
  });

  it('may mention the service', async () => {
    for (const name of ['Straße Talks for Android', 'My Straße Talks', 'Talks'])
      expect([name, await refusals('registerApplication', { ...described, name })]).toEqual([name, []]);
  });
});

describe('A username', () => {
  it('is no segment that URLs omit', async () => {
    for (const username of ['.', ' .. '])
      expect(await refusals('register', { ...person, fullName: 'Eve', username })).toEqual(['NAME_RESERVED username']);
    expect(await refusals('updateUser', { userId: user, username: '..' })).toEqual(['NAME_RESERVED username']);
    expect(await refusals('register', { ...person, fullName: 'Eve', username: '...' })).toEqual([]);
  });

  it('that is searched for is normalized only as far as usernames reach', async () => {
    const marks = '\u0323\u0301'.repeat(30_000);
    const took = async (username: string) => {
      const began = performance.now();
      const { users } = await askData(
        service,
        'query ($username: String) { users(username: $username) { totalCount } }',
        {
          variables: { username },
        },
      );
      expect(users.totalCount).toBeLessThan(2);
      return performance.now() - began;
    };
    await took('ada');
    expect(await took(`e${marks}`)).toBeLessThan(1_000);
  });
});
