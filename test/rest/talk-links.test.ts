import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { bodyOf, type Json } from './ask.js';
import { pathOf, said, startProgramme, type Programme, type Caller, type Who } from './programme.js';

let on: Programme;
let [talk, hidden, link, other] = ['', '', '', ''];
const linksOf = (id = talk) => `${pathOf(id)}/links`;
const linkAt = (id: string, of = talk) => `${linksOf(of)}/${id}`;
const video = { display_name: 'video_link', url: 'https://v.example/1' };

beforeAll(async () => {
  on = await startProgramme();
  talk = await make.createTalk(on.pool, on.event);
  hidden = await make.createTalk(on.pool, on.pending);
  link = await make.createLink(on.pool, on.event, talk, { kind: 'CODE', url: 'https://c.example/' });
  other = await make.createLink(on.pool, on.event, await make.createTalk(on.pool, on.event));
  await make.createSpeaker(on.pool, on.event, talk, { user_id: on.users.speaker });
});
afterAll(() => on.service.stop());

describe('media links (contract §3.4)', () => {
  it.each<[Who, string, string]>([
    ['host', 'slides_link', 'https://s.example/'],
    ['speaker', 'video_link', 'HTTP://v.example/?a=1&b=<2>'],
    ['admin', 'joindin_link', 'https://feedback.example/é'],
  ])('a %s adds, changes and removes a %s', async (who, display_name, url) => {
    const added = await on.ask('POST', linksOf(), { who, body: { display_name, url } });
    const location = added.headers.get('location') ?? '';
    const id = /\/links\/(\d+)$/.exec(location)?.[1] ?? '';
    expect([added.status, added.text, location]).toEqual([204, '', on.service.base + linkAt(id)]);
    expect(bodyOf(await on.ask('GET', location, {}))).toEqual({ id: Number(id), display_name, url });

    for (const time of ['once', 'and again']) {
      const changed = await on.ask('PUT', linkAt(id), { who, body: { display_name: 'audio_link', url } });
      expect([time, changed.status, changed.text, changed.headers.get('location')]).toEqual([time, 204, '', location]);
    }
    expect(bodyOf(await on.ask('GET', location, {}))).toEqual({ id: Number(id), display_name: 'audio_link', url });

    const removed = await on.ask('DELETE', linkAt(id), { who });
    expect([removed.status, removed.text, removed.headers.get('location')]).toEqual([204, '', null]);
    expect(said(await on.ask('DELETE', linkAt(id), { who }))).toEqual([404, ['Talk Link ID not found']]);
  });

  it('the slides are the ones of the talk', async () => {
    const body = { display_name: 'slides_link', url: 'https://s.example/1' };
    const { headers } = await on.ask('POST', linksOf(), { who: 'host', body });
    expect((await on.read(talk))['slides_link']).toBe('https://s.example/1');
    await on.ask('PUT', headers.get('location') ?? '', { who: 'host', body: { ...body, url: 'https://s.example/2' } });
    expect((await on.read(talk))['slides_link']).toBe('https://s.example/2');
    await on.ask('DELETE', headers.get('location') ?? '');
    expect((await on.read(talk))['slides_link']).toBe('');
  });

  const denied = 'You do not have permission to add links to this talk';
  type Case = [method: string, where: string, who: Caller, status: number, sentence: string, path: () => string];
  it.each<Case>([
    ['POST', 'to an unknown talk', 'anonymous', 401, 'You must be logged in to create data', () => linksOf('999999')],
    ['POST', 'to an unknown talk', 'host', 404, 'Talk not found', () => linksOf('999999')],
    ['POST', 'to a hidden talk', 'stranger', 404, 'Talk not found', () => linksOf(hidden)],
    ['POST', 'to a talk', 'stranger', 403, denied, () => linksOf()],
    [
      'PUT',
      'of an unknown talk',
      'anonymous',
      401,
      'You must be logged in to update data',
      () => linkAt('999999', '999999'),
    ],
    ['PUT', 'of a hidden talk', 'stranger', 404, 'Talk not found', () => linkAt(link, hidden)],
    ['PUT', 'of an unknown link', 'host', 404, 'Talk Link ID not found', () => linkAt('999999')],
    ['PUT', 'of the link of another talk', 'host', 404, 'Talk Link ID not found', () => linkAt(other)],
    ['PUT', 'of a link without a number', 'host', 404, 'Talk Link ID not found', () => linkAt('x')],
    ['PUT', 'of a link', 'stranger', 403, denied, () => linkAt(link)],
    [
      'DELETE',
      'of an unknown talk',
      'anonymous',
      401,
      'You must be logged in to remove data',
      () => linkAt('999999', '999999'),
    ],
    ['DELETE', 'of a hidden talk', 'stranger', 404, 'Talk not found', () => linkAt(link, hidden)],
    ['DELETE', 'of the link of another talk', 'host', 404, 'Talk Link ID not found', () => linkAt(other)],
    ['DELETE', 'of a link', 'stranger', 403, denied, () => linkAt(link)],
  ])('%s %s as %s: %i %s', async (method, _, who, status, sentence, path) => {
    const body = method === 'DELETE' ? undefined : { ...video, url: 'not an address' };
    expect(said(await on.ask(method, path(), { who, body }))).toEqual([status, [sentence]]);
  });

  const incomplete = 'Missing required fields URL OR Display Name';
  const wrong: [string, Json, string][] = [
    ['without anything', {}, incomplete],
    ['without a name', { url: video.url }, incomplete],
    ['without an address', { display_name: 'video_link', url: ' ' }, incomplete],
    ['of an unknown name', { ...video, display_name: 'toString' }, "The display name 'toString' is unknown"],
    ['to a script', { ...video, url: 'javascript:alert(1)' }, "'url' must be a valid URL"],
    ['with a password', { ...video, url: 'https://me:secret@v.example/' }, "'url' must be a valid URL"],
    [
      'that is too long',
      { ...video, url: `https://v.example/${'x'.repeat(2000)}` },
      "'url' must be at most 2000 characters",
    ],
  ];
  it.each(wrong)('rejects one %s', async (_, body, sentence) => {
    const before = await on.ask('GET', linksOf());
    expect(said(await on.ask('POST', linksOf(), { who: 'host', body }))).toEqual([400, [sentence]]);
    expect(said(await on.ask('PUT', linkAt(link), { who: 'host', body }))).toEqual([400, [sentence]]);
    expect(bodyOf(await on.ask('GET', linksOf()))).toEqual(bodyOf(before));
  });
});
