import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { recordOf, type Json } from './ask.js';
import { pathOf, said, startProgramme, type Programme, type Caller } from './programme.js';

let on: Programme;
let existing = '';
let hidden = '';
const trackAt = (id: string) => `/v2.1/tracks/${id}`;
const tracksOf = (event: string) => `/v2.1/events/${event}/tracks`;
const read = async (path: string) => recordOf(await on.ask('GET', path), 'tracks');

beforeAll(async () => {
  on = await startProgramme();
  existing = await make.createTrack(on.pool, on.event, { name: 'Before', description: 'It was' });
  hidden = await make.createTrack(on.pool, on.pending);
});
afterAll(() => on.service.stop());

describe('writes of tracks (spec §4.4, contract §3.3)', () => {
  it('POST returns 201 with the URL of the new track', async () => {
    const body = { track_name: ' <Café> & co ', track_description: 'All\nof it' };
    const answer = await on.ask('POST', tracksOf(on.event), { who: 'host', body });
    const location = answer.headers.get('location') ?? '';
    expect([answer.status, answer.text]).toEqual([201, '']);
    expect(location).toMatch(new RegExp(`^${on.service.base}/v2\\.1/tracks/\\d+$`));
    expect(await read(location)).toEqual({
      ...body,
      talks_count: 0,
      uri: location,
      verbose_uri: `${location}?verbose=yes`,
      event_uri: `${on.service.base}/v2.1/events/${on.event}`,
    });
  });

  it('POST requires neither a description nor a unique name', async () => {
    for (const body of [{ track_name: 'Twice' }, { track_name: 'Twice', track_description: null }]) {
      const answer = await on.ask('POST', tracksOf(on.event), { who: 'admin', body });
      expect(answer.status).toBe(201);
      const location = answer.headers.get('location') ?? '';
      expect(await read(location)).toMatchObject({ track_name: 'Twice', track_description: '' });
    }
  });

  it('PUT returns 204 with the URL; an omitted description is kept, an empty one is cleared', async () => {
    const put = async (body: Json) => {
      const answer = await on.ask('PUT', trackAt(existing), { who: 'host', body });
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(answer.headers.get('location')).toBe(on.service.base + trackAt(existing));
      return read(trackAt(existing));
    };
    expect(await put({ track_name: 'One' })).toMatchObject({ track_name: 'One', track_description: 'It was' });
    expect(await put({ track_name: 'Two', track_description: '' })).toMatchObject({ track_description: '' });
    expect(await put({ track_name: '3', track_description: 'Is' })).toMatchObject({ track_description: 'Is' });
    expect(await put({ track_name: 4, track_description: null })).toMatchObject({
      track_name: '4',
      track_description: '',
    });
  });

  it('DELETE returns 204; the talks remain, without the track', async () => {
    const track = await make.createTrack(on.pool, on.event);
    const talk = await make.createTalk(on.pool, on.event);
    await make.putOnTrack(on.pool, on.event, talk, track);
    expect((await on.read(talk))['tracks']).toHaveLength(1);
    const answer = await on.ask('DELETE', trackAt(track));
    expect([answer.status, answer.text, answer.headers.get('location')]).toEqual([204, '', null]);
    expect((await on.read(talk))['tracks']).toEqual([]);
    expect(said(await on.ask('GET', trackAt(track)))).toEqual([404, ['Track not found']]);
    expect(said(await on.ask('DELETE', trackAt(track)))).toEqual([404, ['Track not found']]);
  });

  it('updates the number of tracks of the event', async () => {
    const event = await make.createEvent(on.pool);
    await make.createHost(on.pool, event, on.users.host);
    const count = async () => recordOf(await on.ask('GET', `/v2.1/events/${event}`), 'events')['tracks_count'];
    const body = { track_name: 'One' };
    const { headers } = await on.ask('POST', tracksOf(event), { who: 'host', body });
    expect(await count()).toBe(1);
    await on.ask('DELETE', headers.get('location') ?? '');
    expect(await count()).toBe(0);
  });

  it('hosts can write to a pending event', async () => {
    const body = { track_name: 'Soon' };
    expect((await on.ask('POST', tracksOf(on.pending), { who: 'host', body })).status).toBe(201);
    expect((await on.ask('PUT', trackAt(hidden), { who: 'host', body })).status).toBe(204);
    expect((await on.ask('DELETE', trackAt(hidden), { who: 'stranger' })).status).toBe(404);
  });
});

describe('errors in order: authentication, existence, permission, body', () => {
  const edit = 'You do not have permission to edit this track';
  type Case = [method: string, where: string, who: Caller, status: number, sentence: string, path: () => string];
  it.each<Case>([
    [
      'POST',
      'to an unknown event',
      'anonymous',
      401,
      'You must be logged in to create a track',
      () => tracksOf('999999'),
    ],
    ['POST', 'to an unknown event', 'host', 404, 'Associated event not found', () => tracksOf('999999')],
    ['POST', 'to a pending event', 'stranger', 404, 'Associated event not found', () => tracksOf(on.pending)],
    ['POST', 'to a public event', 'stranger', 403, edit, () => tracksOf(on.event)],
    ['POST', 'to a public event', 'host', 400, "'track_name' is a required field", () => tracksOf(on.event)],
    [
      'PUT',
      'of an unknown track',
      'anonymous',
      401,
      'You must be logged in to edit this track',
      () => trackAt('999999'),
    ],
    ['PUT', 'of an unknown track', 'host', 404, 'Track not found', () => trackAt('999999')],
    ['PUT', 'of a hidden track', 'stranger', 404, 'Track not found', () => trackAt(hidden)],
    ['PUT', 'of a track', 'stranger', 403, edit, () => trackAt(existing)],
    ['PUT', 'of a track', 'host', 400, "'track_name' is a required field", () => trackAt(existing)],
    [
      'DELETE',
      'of an unknown track',
      'anonymous',
      401,
      'You must be logged in to delete this track',
      () => trackAt('999999'),
    ],
    ['DELETE', 'of a hidden track', 'stranger', 404, 'Track not found', () => trackAt(hidden)],
    [
      'DELETE',
      'of a track',
      'stranger',
      403,
      'You do not have permission to delete this track',
      () => trackAt(existing),
    ],
  ])('%s %s as %s: %i %s', async (method, _, who, status, sentence, path) => {
    const body = method === 'DELETE' ? undefined : { track_name: ' ' };
    expect(said(await on.ask(method, path(), { who, body }))).toEqual([status, [sentence]]);
  });

  it.each([
    ['POST', () => tracksOf(on.event)],
    ['PUT', () => trackAt(existing)],
  ])('%s has limits', async (method, path) => {
    const put = async (body: Json) => said(await on.ask(method, path(), { who: 'host', body }));
    const track_name = 'x'.repeat(301);
    expect(await put({ track_name })).toEqual([400, ["'track_name' must be at most 300 characters"]]);
    expect(await put({ track_name, track_description: 'x'.repeat(65_536) })).toEqual([
      400,
      ["'track_name' must be at most 300 characters. 'track_description' must be at most 65535 characters"],
    ]);
    const list = 'Expected parameter track_name is not a readable string';
    expect(await put({ track_name: ['x'] })).toEqual([400, [list]]);
  });
});

it('deleting a track while talks are added to it leaves no inconsistency', async () => {
  for (let round = 0; round < 20; round += 1) {
    const track = await make.createTrack(on.pool, on.event);
    const talks = [await make.createTalk(on.pool, on.event), await make.createTalk(on.pool, on.event)];
    const body = { track_uri: on.service.base + trackAt(track) };
    const [deleted, ...put] = await Promise.all([
      on.ask('DELETE', trackAt(track)),
      ...talks.map((talk) => on.ask('POST', `${pathOf(talk)}/tracks`, { who: 'host', body })),
    ]);
    expect(deleted.status).toBe(204);
    const odd = put.filter(({ status, text }) => status !== 201 && text !== '["Associated event not found"]');
    expect(odd.map(({ status, text }) => [status, text])).toEqual([]);
    for (const talk of talks) expect((await on.read(talk))['tracks']).toEqual([]);
  }
});
