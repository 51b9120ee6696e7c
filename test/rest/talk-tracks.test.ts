import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { recordOf } from './ask.js';
import { pathOf, said, startProgramme, type Programme, type Who } from './programme.js';

let on: Programme;
let [talk, hidden, track, foreign, secret] = ['', '', '', '', ''];
const address = (id: string, base = on.service.base) => `${base}/v2.1/tracks/${id}`;
const put = (track_uri: unknown, who: Who | null = 'host', id = talk) =>
  on.ask('POST', `${pathOf(id)}/tracks`, { who: who ?? undefined, body: { track_uri } });
const take = (id: string, who: Who | null = 'host', from = talk) =>
  on.ask('DELETE', `${pathOf(from)}/tracks/${id}`, { who: who ?? undefined });

beforeAll(async () => {
  on = await startProgramme();
  talk = await make.createTalk(on.pool, on.event);
  hidden = await make.createTalk(on.pool, on.pending);
  track = await make.createTrack(on.pool, on.event, { name: 'Here' });
  foreign = await make.createTrack(on.pool, await make.createEvent(on.pool));
  secret = await make.createTrack(on.pool, on.pending);
});
afterAll(() => on.service.stop());

describe('talks on tracks (spec §4.5, contract §3.4)', () => {
  it.each<Who>(['host', 'admin', 'speaker'])(
    'a %s adds talks to tracks and removes them, idempotently',
    async (who) => {
      if (who === 'speaker') await make.createSpeaker(on.pool, on.event, talk, { user_id: on.users.speaker });
      const entry = {
        track_name: 'Here',
        track_uri: address(track),
        remove_track_uri: `${on.service.base}${pathOf(talk)}/tracks/${track}`,
      };
      for (const [write, status, tracks] of [
        [() => put(address(track), who), 201, [entry]],
        [() => put(address(track, 'http://other.example'), who), 201, [entry]],
        [() => take(track, who), 204, []],
        [() => take(track, who), 204, []],
      ] as const) {
        const answer = await write();
        expect([answer.status, answer.text]).toEqual([status, '']);
        expect(answer.headers.get('location')).toBe(on.service.base + pathOf(talk));
        expect((await on.read(talk))['tracks']).toEqual(tracks);
        expect(recordOf(await on.ask('GET', address(track)), 'tracks')['talks_count']).toBe(tracks.length);
      }
    },
  );

  it('may be on several', async () => {
    const second = await make.createTrack(on.pool, on.event, { name: 'There' });
    for (const id of [track, second]) expect((await put(address(id))).status).toBe(201);
    expect((await on.read(talk))['tracks']).toMatchObject([{ track_name: 'Here' }, { track_name: 'There' }]);
  });

  it('many concurrent additions create one', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => put(address(track))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(recordOf(await on.ask('GET', address(track)), 'tracks')['talks_count']).toBe(1);
  });

  it('errors in order: authentication, existence, permission, track', async () => {
    const cannot = 'This talk cannot be added to this track';
    const unknown = 'Associated event not found';
    const add = 'You do not have permission to add this talk to a track';
    const remove = 'You do not have permission to remove this talk from this track';
    const nothing = '999999';
    expect(said(await put('', null, nothing))).toEqual([401, ['You must be logged in to create data']]);
    expect(said(await put('', 'host', nothing))).toEqual([404, ['Talk not found']]);
    expect(said(await put('', 'stranger', hidden))).toEqual([404, ['Talk not found']]);
    expect(said(await put('', 'stranger'))).toEqual([403, [add]]);
    expect(said(await put(address(foreign)))).toEqual([400, [cannot]]);
    expect(said(await put(address(nothing)))).toEqual([404, [unknown]]);
    expect(said(await take(nothing, null, nothing))).toEqual([401, ['You must be logged in to remove data']]);
    expect(said(await take(track, 'stranger', hidden))).toEqual([404, ['Talk not found']]);
    expect(said(await take(nothing, 'stranger'))).toEqual([403, [remove]]);
    expect(said(await take(foreign))).toEqual([400, [cannot]]);
    expect(said(await take(nothing))).toEqual([404, [unknown]]);
    expect(said(await take('x'))).toEqual([404, [unknown]]);
  });

  it('a track of a hidden event does not exist for a speaker', async () => {
    expect(said(await put(address(secret), 'speaker'))).toEqual([404, ['Associated event not found']]);
    expect(said(await put(address(secret), 'host'))).toEqual([400, ['This talk cannot be added to this track']]);
  });

  it.each([
    undefined,
    null,
    '',
    'https://x.example/v2.1/tracks/',
    '/v2.1/tracks/1/',
    '/v2/tracks/1',
    '/v2.1/tracks/1x',
  ])('%j is not the URL of a track', async (address) => {
    expect(said(await put(address))).toEqual([400, ['Invalid track_uri']]);
  });
});
