import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { gifFile } from '../images/gif-file.js';
import { pngFile } from '../images/png-file.js';
import { createEvent, createHost, createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, recordOf, type Answer, type Json } from './ask.js';
import { FORM_TYPE, formOf, imageForm } from './multipart.js';

/** Where a service stores its images. */
export interface ImageStage {
  /** The variables that select it. */
  readonly environment: Readonly<Record<string, string>>;
  /** The names of all stored files. */
  readonly names: () => Promise<readonly string[]>;
  readonly remove: () => Promise<void>;
}

/** Declares the tests of event images for one kind of store. */
export function describeEventImages(kind: string, openStage: () => Promise<ImageStage>): void {
  describe(`with images in ${kind}`, () => declareTests(openStage));
}

function declareTests(openStage: () => Promise<ImageStage>): void {
  let stage: ImageStage;
  let service: TestService;
  let host: string;
  let stranger: string;
  let event: string;
  let path: string;

  beforeAll(async () => {
    stage = await openStage();
    service = await startService({ ...stage.environment, LOG_LEVEL: 'silent' });
    const { pool } = service.database;
    stranger = await createToken(pool, await createUser(pool));
  });
  beforeEach(async () => {
    const { pool } = service.database;
    const hostId = await createUser(pool);
    host = await createToken(pool, hostId);
    event = await createEvent(pool);
    await createHost(pool, event, hostId);
    path = `/v2.1/events/${event}/images`;
  });
  afterAll(async () => {
    await service.stop();
    await stage.remove();
  });

  /** Sends a body with its type. */
  async function post(body: Buffer, token: string | undefined = host, type = FORM_TYPE): Promise<Answer> {
    const response = await fetch(service.base + path, {
      method: 'POST',
      headers: { 'Content-Type': type, ...(token && { Authorization: `Bearer ${token}` }) },
      body: new Uint8Array(body),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
  const told = (answer: Answer) => [answer.status, bodyOf(answer)];
  const shown = async () => recordOf(await ask(service, `/v2.1/events/${event}`), 'events');
  /** The stored files of the event. */
  const files = async () => (await stage.names()).filter((name) => name.includes(`event-${event}-`)).sort();

  describe('POST /events/{id}/images (spec §4.2 and §8; contract §3.2 and §4.6)', () => {
    it('stores the image in both sizes, with the type of the upload', async () => {
      const answer = await post(imageForm(pngFile(300, 300)));
      const location = `${service.base}/v2.1/events/${event}`;
      expect([answer.status, answer.text, answer.headers.get('location')]).toEqual([201, '', location]);
      const { images, icon } = await shown();
      const url = (form: string): unknown =>
        expect.stringMatching(new RegExp(`/images/event-${event}-\\w+-${form}.png$`));
      expect(images).toEqual({
        orig: { type: 'orig', url: url('orig'), width: 300, height: 300 },
        small: { type: 'small', url: url('small'), width: 140, height: 140 },
      });
      const { orig, small } = images as { orig: { url: string }; small: { url: string } };
      expect(small.url).toBe(`${service.base}/images/${String(icon)}`);
      const file = await fetch(orig.url);
      expect(file.status).toBe(200);
      expect(Object.fromEntries(file.headers)).toMatchObject({
        'content-type': 'image/png',
        'content-disposition': 'inline',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
      });
      await file.arrayBuffer();
    });

    it('replaces the previous image, and deletes its files', async () => {
      await post(imageForm(pngFile(140, 140)));
      const before = await files();
      expect(
        (
          await post(
            formOf([
              { name: 'note', content: 'x' },
              { name: 'image', filename: 'b', content: gifFile(200, 1) },
            ]),
          )
        ).status,
      ).toBe(201);
      const after = await files();
      expect(after.map((name) => name.replace(/-\w{16}-/, '-'))).toEqual([
        `event-${event}-orig.gif`,
        `event-${event}-small.gif`,
      ]);
      expect(before.filter((name) => after.includes(name))).toEqual([]);
      expect((await shown())['icon']).toBe(after[1]);
    });

    it('ten concurrent uploads keep one image, with its files and no others', async () => {
      const answers = await Promise.all(
        [...Array(10).keys()].map((place) => post(imageForm(pngFile(200 + place, 200 + place)))),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      const { images } = await shown();
      const named = Object.values(images as Json).map((image) => (image as { url: string }).url.split('/').at(-1));
      expect((await files()).sort()).toEqual(named.sort());
      expect(named).toHaveLength(2);
    });
  });

  describe('POST /events/{id}/images rejects', () => {
    const image = imageForm(pngFile(200, 200));

    it('callers without permission, before anything is read', async () => {
      const login = ['You must be logged in to create data'];
      expect(told(await ask(service, path, { method: 'POST', body: {} }))).toEqual([401, login]);
      expect(told(await post(Buffer.from('no form'), stranger))).toEqual([
        403,
        ["You don't have permission to do that"],
      ]);
      expect(told(await post(imageForm(Buffer.alloc(30 * 1024 * 1024)), stranger))).toEqual([
        403,
        ["You don't have permission to do that"],
      ]);
      path = `/v2.1/events/${await createEvent(service.database.pool, { status: 'PENDING' })}/images`;
      expect(told(await post(image, stranger))).toEqual([404, ['Event not found']]);
      path = '/v2.1/events/999999/images';
      expect(told(await post(image))).toEqual([404, ['Event not found']]);
      expect(await files()).toEqual([]);
    });

    const missing = 'Image was not supplied';
    const failed = 'Image upload failed';
    const type = 'Supplied image must be a PNG, JPG or GIF';
    it.each<[string, () => Buffer, number, string]>([
      ['another field', () => formOf([{ name: 'file', filename: 'a', content: pngFile(200, 200) }]), 400, missing],
      ['a text in the field', () => formOf([{ name: 'image', content: 'a' }]), 400, missing],
      ['an empty file', () => imageForm(Buffer.alloc(0)), 400, missing],
      ['an empty form', () => formOf([]), 400, missing],
      ['a form that breaks off in the file', () => image.subarray(0, 180), 400, failed],
      ['a form that breaks off before it', () => image.subarray(0, 60), 400, failed],
      ['no form at all', () => Buffer.from('no form'), 400, failed],
      ['a text', () => imageForm(Buffer.from('GIF is not what this is')), 400, type],
      ['a damaged image', () => imageForm(pngFile(200, 200).subarray(0, 80)), 400, `${type}. This file is damaged`],
      ['one that is not square', () => imageForm(pngFile(200, 201)), 400, 'Supplied image must be square'],
      ['a small one', () => imageForm(pngFile(139, 139)), 400, 'Supplied image must be at least 140px square'],
      ['a large one', () => imageForm(pngFile(1441, 1441)), 400, 'Supplied image must be no more than 1440px square'],
      [
        'too many bytes',
        () => imageForm(Buffer.alloc(10 * 1024 * 1024 + 1)),
        413,
        'Supplied image must be no larger than 10 MB',
      ],
      [
        'too many bytes before it',
        () => formOf([{ name: 'note', content: Buffer.alloc(12 * 1024 * 1024) }]),
        413,
        'Supplied image must be no larger than 10 MB',
      ],
    ])('%s', async (_, body, status, sentence) => {
      expect(told(await post(body()))).toEqual([status, [sentence]]);
      expect([await files(), (await shown())['images']]).toEqual([[], {}]);
    });

    it.each([
      'application/json',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/mixed; boundary=x',
      'image/png',
    ])('a body of type %s', async (type) => {
      expect(told(await post(Buffer.from('{}'), host, type))).toEqual([400, [missing]]);
    });
  });

  describe('DELETE /events/{id}/images', () => {
    const clear = (token?: string) => ask(service, path, { method: 'DELETE', token });

    it('deletes the image, its files and the icon, idempotently', async () => {
      await post(imageForm(pngFile(200, 200)));
      for (const _ of [1, 2]) {
        const answer = await clear(host);
        const location = `${service.base}/v2.1/events/${event}`;
        expect([answer.status, answer.text, answer.headers.get('location')]).toEqual([204, '', location]);
        const { images, icon } = await shown();
        expect({ images, icon, files: await files() }).toEqual({ images: {}, icon: '', files: [] });
      }
    });

    it('is for hosts and site administrators', async () => {
      await post(imageForm(pngFile(200, 200)));
      expect(told(await clear())).toEqual([401, ['You must be logged in to delete data']]);
      expect(told(await clear(stranger))).toEqual([403, ["You don't have permission to do that"]]);
      expect(await files()).toHaveLength(2);
      const { pool } = service.database;
      expect((await clear(await createToken(pool, await createUser(pool, { is_admin: true })))).status).toBe(204);
      path = '/v2.1/events/999999/images';
      expect(told(await clear(host))).toEqual([404, ['Event not found']]);
    });
  });

  describe('GET /images/{name}', () => {
    const urlOfIcon = async () => `${service.base}/images/${String((await shown())['icon'])}`;

    it('serves the stored bytes, to be cached for a year', async () => {
      await post(imageForm(pngFile(300, 300)));
      const { orig } = (await shown())['images'] as { orig: { url: string } };
      const response = await fetch(orig.url);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect([response.status, imageTypeOf(bytes)]).toEqual([200, 'png 300']);
      expect(headersOf(response)).toEqual({
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-disposition': 'inline',
        'content-length': `${bytes.length}`,
        'content-type': 'image/png',
        etag: expect.stringMatching(/^"event-\d+-[0-9a-f]+-orig.png"$/),
        'last-modified': expect.stringMatching(/ GMT$/),
        'x-content-type-options': 'nosniff',
      });
    });

    it('responds to HEAD with the same headers, and with 304 to a client that has the image', async () => {
      await post(imageForm(pngFile(200, 200)));
      const url = await urlOfIcon();
      const full = await fetch(url);
      await full.arrayBuffer();
      const head = await fetch(url, { method: 'HEAD' });
      expect([head.status, headersOf(head), await head.text()]).toEqual([200, headersOf(full), '']);
      const known = { 'If-None-Match': full.headers.get('etag') ?? '' };
      const since = { 'If-Modified-Since': full.headers.get('last-modified') ?? '' };
      // Node sends the header `Cache-Control: no-cache` with conditional requests, unless there is another one.
      const asked = [known, since, { 'If-None-Match': 'W/"other"' }].map((headers) =>
        fetch(url, { headers: { ...headers, 'Cache-Control': 'max-age=0' } }),
      );
      const statuses = (await Promise.all(asked)).map(async (response) => [
        response.status,
        (await response.arrayBuffer()).byteLength > 0,
      ]);
      expect(await Promise.all(statuses)).toEqual([
        [304, false],
        [304, false],
        [200, true],
      ]);
    });

    it('resumes a download, and starts again if the tag is another one', async () => {
      await post(imageForm(pngFile(300, 300)));
      const url = await urlOfIcon();
      const full = await fetch(url);
      const whole = Buffer.from(await full.arrayBuffer());
      const [tag, modified] = ['etag', 'last-modified'].map((name) => full.headers.get(name) ?? '');
      const part = async (range: string, condition?: string) => {
        const headers = { Range: range, 'Cache-Control': 'max-age=0', ...(condition && { 'If-Range': condition }) };
        const response = await fetch(url, { headers });
        const bytes = Buffer.from(await response.arrayBuffer());
        const isWhole = bytes.equals(whole);
        return [response.status, response.headers.get('content-range'), isWhole ? 'whole' : bytes.toString('hex')];
      };
      const size = whole.length;
      const rest = [206, `bytes 10-${size - 1}/${size}`, whole.subarray(10).toString('hex')];
      expect(await part('bytes=10-')).toEqual(rest);
      expect(await part('bytes=10-', tag)).toEqual(rest);
      expect(await part('bytes=10-', modified)).toEqual(rest);
      expect(await part('bytes=0-3')).toEqual([206, `bytes 0-3/${size}`, whole.subarray(0, 4).toString('hex')]);
      expect(await part('bytes=10-', '"other"')).toEqual([200, null, 'whole']);
      expect((await part(`bytes=${size}-`)).slice(0, 2)).toEqual([416, `bytes */${size}`]);
    });

    it('returns 404 for other names', async () => {
      const names = [
        'event-1-0123456789abcdef-orig.png',
        'event-1-0123456789abcdef-orig.svg',
        '',
        '..%2f..%2fsecret-key',
      ];
      const statuses = names.map(async (name) => (await ask(service, `/images/${name}`)).status);
      expect(await Promise.all(statuses)).toEqual(names.map(() => 404));
    });
  });
}

const headersOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => !unimportant.has(name)));
/** Headers of the connection, and one that only folders send. */
const unimportant = new Set(['accept-ranges', 'connection', 'date', 'keep-alive', 'vary', 'x-request-id']);

/** The signature of a PNG, and the width in its header. */
const imageTypeOf = (bytes: Buffer): string =>
  `${bytes.subarray(1, 4).toString().toLowerCase()} ${bytes.readUInt32BE(16)}`;
