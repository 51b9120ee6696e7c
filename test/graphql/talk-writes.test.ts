import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, askData, type Data } from './ask.js';

let service: TestService;
let [event, track, host, token, stranger] = ['', '', '', '', ''];
const least = { title: 'On Writing', description: 'How it is done', startDate: '1 June 2026 14:00' };

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  host = await make.createUser(pool);
  token = await make.createToken(pool, host);
  stranger = await make.createToken(pool, await make.createUser(pool));
  event = await make.createEvent(pool);
  await make.createHost(pool, event, host);
  track = await make.createTrack(pool, event, { name: 'Here', description: 'It was' });
});
afterAll(() => service.stop());

const PARTS = 'title type durationMinutes room language { name } speakers { name } links { kind url }';
/** Executes twice: interpreted the first time, then compiled. */
const both = async (verb: string, type: string, input: object, selection: string): Promise<Data[]> => {
  const query = `mutation ($input: ${type}!) { ${verb}(input: $input) { ${selection} } }`;
  const asking = { variables: { input }, token };
  return [await askData(service, query, asking), await askData(service, query, asking)].map((data) => data[verb]);
};
const refusal = async (verb: string, type: string, input: object, as: string | undefined = token) => {
  const query = `mutation ($input: ${type}!) { ${verb}(input: $input) { __typename } }`;
  const { data, errors } = await ask(service, query, { variables: { input }, token: as });
  return [
    data && Object.values(data as object)[0],
    errors.map(({ extensions: { code, problems } }) => [code, problems]),
  ];
};

describe('talks in GraphQL', () => {
  it('are added, with defaults for omitted fields', async () => {
    const added = await both(
      'addTalk',
      'AddTalkInput',
      { ...least, eventId: event },
      `talk { ${PARTS} event { id } } viewer { id }`,
    );
    const talk = {
      title: 'On Writing',
      type: 'TALK',
      durationMinutes: 0,
      room: null,
      language: { name: 'English - UK' },
      speakers: [],
      links: [],
      event: { id: event },
    };
    expect(added).toEqual([
      { talk, viewer: { id: host } },
      { talk, viewer: { id: host } },
    ]);
  });

  it('keep omitted fields, and clear null ones', async () => {
    const slidesUrl = 'https://a.example/';
    const full = {
      ...least,
      type: 'SOCIAL_EVENT',
      language: 'POLISH',
      durationMinutes: 5,
      speakers: ['Ann'],
      room: ' Main hall ',
      slidesUrl,
    };
    const [{ talk }] = await both('addTalk', 'AddTalkInput', { ...full, eventId: event }, `talk { id ${PARTS} }`);
    const { id: talkId, ...described } = talk as { id: string };
    expect(described).toEqual({
      title: 'On Writing',
      type: 'SOCIAL_EVENT',
      durationMinutes: 5,
      room: 'Main hall',
      language: { name: 'Polish' },
      speakers: [{ name: 'Ann' }],
      links: [{ kind: 'SLIDES', url: slidesUrl }],
    });
    const replace = (input: object) =>
      both('replaceTalk', 'ReplaceTalkInput', { ...least, talkId, ...input }, `talk { ${PARTS} }`);
    const kept = { ...described, type: 'TALK', language: { name: 'English - UK' } };
    expect(await replace({})).toEqual([{ talk: kept }, { talk: kept }]);
    const nothing = { ...kept, durationMinutes: 0, room: null, speakers: [], links: [] };
    const nulls = { type: null, language: null, durationMinutes: null, room: null, speakers: null, slidesUrl: null };
    expect(await replace(nulls)).toEqual([{ talk: nothing }, { talk: nothing }]);
  });

  it('are deleted from their event', async () => {
    const talkId = await make.createTalk(service.database.pool, event);
    const query = 'mutation ($input: DeleteTalkInput!) { deleteTalk(input: $input) { event { id talkCount } } }';
    const count = 'query ($id: ID!) { event(id: $id) { talkCount } }';
    const before = await askData(service, count, { variables: { id: event } });
    const deleted = await askData(service, query, { variables: { input: { talkId } }, token });
    expect(deleted).toEqual({ deleteTalk: { event: { id: event, talkCount: before.event.talkCount - 1 } } });
  });

  it('are added to tracks and removed, and the payload has the counts', async () => {
    const talkId = await make.createTalk(service.database.pool, event);
    const selection = 'talk { tracks { id } } track { talkCount }';
    const input = { talkId, trackId: `00${track}` };
    const on = { talk: { tracks: [{ id: track }] }, track: { talkCount: 1 } };
    expect(await both('addTalkToTrack', 'AddTalkToTrackInput', input, selection)).toEqual([on, on]);
    const off = { talk: { tracks: [] }, track: { talkCount: 0 } };
    expect(await both('removeTalkFromTrack', 'RemoveTalkFromTrackInput', input, selection)).toEqual([off, off]);
  });

  it('have links', async () => {
    const talkId = await make.createTalk(service.database.pool, event);
    const selection = 'talk { links { id kind url } } link { id kind url }';
    const [added] = await both(
      'addTalkLink',
      'AddTalkLinkInput',
      { talkId, kind: 'CODE', url: 'https://a.example/' },
      selection,
    );
    expect(added).toEqual({
      talk: { links: [added.link] },
      link: { id: added.link.id, kind: 'CODE', url: 'https://a.example/' },
    });
    const input = { talkId, linkId: added.link.id, kind: 'AUDIO', url: 'https://b.example/' };
    const [, replaced] = await both('replaceTalkLink', 'ReplaceTalkLinkInput', input, selection);
    expect(replaced.link).toEqual({ id: added.link.id, kind: 'AUDIO', url: 'https://b.example/' });
    const query =
      'mutation ($input: DeleteTalkLinkInput!) { deleteTalkLink(input: $input) { talk { links { url } } } }';
    const removed = await askData(service, query, { variables: { input: { talkId, linkId: added.link.id } }, token });
    expect(removed).toEqual({ deleteTalkLink: { talk: { links: [{ url: 'https://a.example/' }] } } });
  });
});

describe('tracks in GraphQL', () => {
  it('keep an omitted description, and clear a null one', async () => {
    const replace = (input: object) =>
      both(
        'replaceTrack',
        'ReplaceTrackInput',
        { trackId: track, name: 'There', ...input },
        'track { name description }',
      );
    const kept = { track: { name: 'There', description: 'It was' } };
    expect(await replace({})).toEqual([kept, kept]);
    const gone = { track: { name: 'There', description: '' } };
    expect(await replace({ description: null })).toEqual([gone, gone]);
  });

  it('are added and deleted', async () => {
    const [{ track: added }] = await both(
      'addTrack',
      'AddTrackInput',
      { eventId: event, name: 'New' },
      'track { id name description event { id } }',
    );
    expect(added).toEqual({ id: added.id, name: 'New', description: '', event: { id: event } });
    const query = 'mutation ($input: DeleteTrackInput!) { deleteTrack(input: $input) { event { id } } }';
    const deleted = await askData(service, query, { variables: { input: { trackId: added.id } }, token });
    expect(deleted).toEqual({ deleteTrack: { event: { id: event } } });
  });
});

describe('errors have codes and reasons', () => {
  it.each([
    [{ title: '' }, { reason: 'FIELD_REQUIRED', field: 'title' }],
    [{ startDate: '' }, { reason: 'FIELD_REQUIRED', field: 'startDate' }],
    [{ startDate: 'never' }, { reason: 'DATE_UNREADABLE', field: 'startDate' }],
    [{ startDate: '2026-07-01' }, { reason: 'TALK_OUTSIDE_EVENT', field: 'startDate' }],
    [{ language: 'Elvish' }, { reason: 'LANGUAGE_UNKNOWN', field: 'language' }],
    [{ speakers: ['x'.repeat(201)] }, { reason: 'TEXT_TOO_LONG', field: 'speakers', limit: 200 }],
    [{ durationMinutes: -1 }, { reason: 'NUMBER_OUT_OF_RANGE', field: 'durationMinutes' }],
    [{ room: 'x'.repeat(201) }, { reason: 'TEXT_TOO_LONG', field: 'room', limit: 200 }],
    [{ slidesUrl: 'ftp://a.example/' }, { reason: 'URL_INVALID', field: 'slidesUrl' }],
    [{ slidesUrl: 'https://a.example/\u0001' }, { reason: 'URL_INVALID', field: 'slidesUrl' }],
  ])('%j', async (wrong, problem) => {
    const input = { ...least, eventId: event, ...wrong };
    expect(await refusal('addTalk', 'AddTalkInput', input)).toEqual([null, [['INVALID', [problem]]]]);
  });

  it('for missing permissions and unknown records', async () => {
    const notThere = (reason: string) => [null, [['NOT_FOUND', [{ reason }]]]];
    const add = { ...least, eventId: event };
    expect(await refusal('addTalk', 'AddTalkInput', add, stranger)).toEqual([
      null,
      [['FORBIDDEN', [{ reason: 'HOSTS_ONLY' }]]],
    ]);
    expect(await refusal('addTalk', 'AddTalkInput', { ...add, eventId: '-1' })).toEqual(notThere('EVENT_UNKNOWN'));
    expect(await refusal('deleteTalk', 'DeleteTalkInput', { talkId: '999999' })).toEqual(notThere('TALK_UNKNOWN'));
    expect(await refusal('deleteTrack', 'DeleteTrackInput', { trackId: 'x' })).toEqual(notThere('TRACK_UNKNOWN'));
    const talkId = await make.createTalk(service.database.pool, event);
    const link = { talkId, linkId: '1x', kind: 'CODE', url: '' };
    expect(await refusal('replaceTalkLink', 'ReplaceTalkLinkInput', link)).toEqual(notThere('LINK_UNKNOWN'));
    const other = { talkId, trackId: '' };
    expect(await refusal('addTalkToTrack', 'AddTalkToTrackInput', other)).toEqual([
      null,
      [['INVALID', [{ reason: 'FIELD_REQUIRED', field: 'trackId' }]]],
    ]);
    const denied = [null, [['FORBIDDEN', [{ reason: 'HOSTS_AND_SPEAKERS_ONLY' }]]]];
    expect(await refusal('addTalkToTrack', 'AddTalkToTrackInput', other, stranger)).toEqual(denied);
  });
});
