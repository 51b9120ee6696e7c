import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask } from './ask.js';

let service: TestService;
let stranger: string;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  const { pool } = service.database;
  stranger = await make.createToken(pool, await make.createUser(pool, { username: 'stranger' }));
});
afterAll(() => service.stop());

type Place = Record<'event' | 'talk' | 'track' | 'link' | 'eventComment' | 'talkComment' | 'user', string>;

/** Each write to a record of an event, with a valid body. */
const writes = (at: Place): readonly (readonly [string, string, object?])[] => {
  const { event, talk, track, link, eventComment, talkComment, user } = at;
  const talkBody = { talk_title: 'T', talk_description: 'D', start_date: '2026-06-01 12:00' };
  const comment = { comment: 'C', rating: 3 };
  const claim = { display_name: 'A Speaker', username: 'stranger' };
  const url = { display_name: 'slides_link', url: 'https://example.org' };
  return [
    ['PUT', `/events/${event}`, { name: 'N' }],
    ['POST', `/events/${event}/talks`, talkBody],
    ['POST', `/events/${event}/comments`, comment],
    ['POST', `/events/${event}/attending`],
    ['DELETE', `/events/${event}/attending`],
    ['POST', `/events/${event}/tracks`, { track_name: 'N' }],
    ['POST', `/events/${event}/images`],
    ['DELETE', `/events/${event}/images`],
    ['POST', `/events/${event}/hosts`, { host_name: 'stranger' }],
    ['DELETE', `/events/${event}/hosts/${user}`],
    ['POST', `/events/${event}/approval`],
    ['DELETE', `/events/${event}/approval`],
    ['PUT', `/talks/${talk}`, talkBody],
    ['DELETE', `/talks/${talk}`],
    ['POST', `/talks/${talk}/comments`, comment],
    ['POST', `/talks/${talk}/starred`],
    ['DELETE', `/talks/${talk}/starred`],
    ['POST', `/talks/${talk}/tracks`, { track_uri: `${service.base}/v2.1/tracks/${track}` }],
    ['DELETE', `/talks/${talk}/tracks/${track}`],
    ['POST', `/talks/${talk}/speakers`, claim],
    ['DELETE', `/talks/${talk}/speakers`, claim],
    ['DELETE', `/talks/${talk}/speakers/${user}`],
    ['POST', `/talks/${talk}/links`, url],
    ['PUT', `/talks/${talk}/links/${link}`, url],
    ['DELETE', `/talks/${talk}/links/${link}`],
    ['PUT', `/tracks/${track}`, { track_name: 'N' }],
    ['DELETE', `/tracks/${track}`],
    ['PUT', `/talk_comments/${talkComment}`, { comment: 'C' }],
    ['POST', `/talk_comments/${talkComment}/reported`],
    ['PUT', `/talk_comments/${talkComment}/reported`, { decision: 'approved' }],
    ['POST', `/event_comments/${eventComment}/reported`],
    ['PUT', `/event_comments/${eventComment}/reported`, { decision: 'approved' }],
  ];
};

async function placeAt(row: object): Promise<Place> {
  const { pool } = service.database;
  const event = await make.createEvent(pool, { ...row });
  const talk = await make.createTalk(pool, event);
  const track = await make.createTrack(pool, event);
  const user = await make.createUser(pool);
  await make.putOnTrack(pool, event, talk, track);
  await make.createSpeaker(pool, event, talk, { user_id: user });
  return {
    ...{ event, talk, track, user },
    link: await make.createLink(pool, event, talk),
    eventComment: await make.createEventComment(pool, event),
    talkComment: await make.createTalkComment(pool, event, talk),
  };
}

const answersAt = (at: Place): Promise<unknown[]> =>
  Promise.all(
    writes(at).map(async ([method, path, body]) => {
      const { status, text } = await ask(service, `/v2.1${path}`, { method, token: stranger, ...(body && { body }) });
      return [method, path.replace(/\d+/g, 'n'), status, text];
    }),
  );

describe('a record that is hidden from strangers', () => {
  it.each([
    ['awaits approval', { status: 'PENDING' }],
    ['was rejected', { status: 'REJECTED' }],
    ['is private', { is_private: true }],
  ])('because its event %s does not exist for any write, like an unknown one', async (_, row) => {
    const hidden = await answersAt(await placeAt(row));
    const nowhere = { event: '888888', talk: '888888', track: '888888', link: '888888' };
    const nothing = await answersAt({ ...nowhere, eventComment: '888888', talkComment: '888888', user: '888888' });
    expect(hidden).toEqual(nothing);
    expect(hidden.filter((answer) => (answer as unknown[])[2] !== 404)).toEqual([]);
  });
});

describe('an invalid ID', () => {
  it.each([
    '1.0',
    '1e0',
    '+1',
    '-1',
    '0',
    '0x1',
    '1%20',
    '%201',
    '١',
    '1;2',
    "1'--",
    '9007199254740993',
    '9'.repeat(300),
    '1%00',
    'null',
  ])('%s is the ID of no record', async (id) => {
    await placeAt({});
    const answers = await answersAt({
      ...{ event: id, talk: id, track: id, link: id, eventComment: id, talkComment: id, user: id },
    });
    expect(answers.filter((answer) => (answer as unknown[])[2] !== 404)).toEqual([]);
  });
});
