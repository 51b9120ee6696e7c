import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pngFile } from '../images/png-file.js';
import { createEvent, createHost, createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, recordOf } from './ask.js';
import { BOUNDARY, FORM_TYPE, formOf } from './multipart.js';
import { sendRaw } from './raw-request.js';

let folder: string;
let service: TestService;
let token: string;
let event: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-hostile-forms-'));
  service = await startService({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const { pool } = service.database;
  const host = await createUser(pool);
  token = await createToken(pool, host);
  event = await createEvent(pool);
  await createHost(pool, event, host);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const png = pngFile(200, 200);
const file = (name: string, content: Buffer | string, filename = 'a.png') => ({ name, filename, content });
const post = async (path: string, body: Buffer) => {
  const response = await fetch(service.base + path, {
    method: 'POST',
    headers: { 'Content-Type': FORM_TYPE, Authorization: `Bearer ${token}`, 'apollo-require-preflight': 'yes' },
    body: new Uint8Array(body),
  });
  return { status: response.status, text: await response.text() };
};
const overRest = (body: Buffer) => post(`/v2.1/events/${event}/images`, body);

const MUTATION = 'mutation ($input: SetEventImageInput!) { setEventImage(input: $input) { event { id } } }';
const operations = () => ({ query: MUTATION, variables: { input: { eventId: event, image: null } } });
const graphParts = (written: unknown = operations(), map: unknown = { 0: ['variables.input.image'] }) => [
  { name: 'operations', content: JSON.stringify(written) },
  { name: 'map', content: JSON.stringify(map) },
];
const graphForm = (written: unknown, map: unknown, ...files: ReturnType<typeof file>[]) =>
  formOf([...graphParts(written, map), ...files]);
const overGraph = async (body: Buffer) => {
  const { status, text } = await post('/graphql', body);
  const { errors = [] } = JSON.parse(text) as {
    errors?: { extensions: { code: string; problems: { reason: string }[] } }[];
  };
  return [status, ...errors.map(({ extensions: { code, problems } }) => `${code} ${problems[0]?.reason}`)];
};

const parts = (count: number) => Array.from({ length: count }, () => ({ name: 'f', content: 'x' }));

const missing = [400, '["Image was not supplied"]'];
const incomplete = [400, '["Image upload failed"]'];
const stored = [201, ''];

describe('a form of POST /events/{id}/images', () => {
  it.each<[string, () => Buffer, (string | number)[]]>([
    ['with two images: the first counts', () => formOf([file('image', png), file('image', 'no image')]), stored],
    [
      'with another file before the image',
      () => formOf([file('other', 'x'.repeat(100_000)), file('image', png)]),
      stored,
    ],
    ['with 99 parts before the image', () => formOf([...parts(99), file('image', png)]), stored],
    ['with 100 parts before the image', () => formOf([...parts(100), file('image', png)]), incomplete],
    [
      'with 10 000 files of another name',
      () => formOf(Array.from({ length: 10_000 }, () => file('f', 'x'))),
      incomplete,
    ],
    ['with a name of 1 MB', () => formOf([file('x'.repeat(1_000_000), png)]), incomplete],
    ['with a file name of 1 MB', () => formOf([file('image', png, 'x'.repeat(1_000_000))]), incomplete],
    ['with the name in capitals', () => formOf([file('IMAGE', png)]), missing],
    ['with a name like what every object has', () => formOf([file('__proto__', png)]), missing],
    ['of base64', () => Buffer.from(formOf([file('image', png)]).toString('base64')), incomplete],
    ['of zeros', () => Buffer.alloc(1_000_000), incomplete],
    ['of nothing', () => Buffer.alloc(0), incomplete],
    ['of boundaries alone', () => Buffer.from(`--${BOUNDARY}\r\n`.repeat(50_000)), incomplete],
  ])('%s', async (_, body, expected) => {
    const { status, text } = await overRest(body());
    expect([status, text]).toEqual(expected);
  });

  it('cannot choose the name or path of a file', async () => {
    const names = ['../../../evil.png', '..\\..\\evil.png', '/etc/passwd', 'evil.svg', '.htaccess', '~/x', 'C:\\x'];
    for (const name of names) {
      const { status } = await overRest(formOf([file('image', png, name)]));
      expect([name, status]).toEqual([name, 201]);
    }
    const { images } = recordOf(await ask(service, `/v2.1/events/${event}`), 'events');
    expect(await readdir(join(folder, 'images'))).toHaveLength(2);
    expect(Object.values(images as Record<string, { url: string }>).map(({ url }) => new URL(url).pathname)).toEqual([
      expect.stringMatching(`^/images/event-${event}-[0-9a-f]{16}-orig.png$`),
      expect.stringMatching(`^/images/event-${event}-[0-9a-f]{16}-small.png$`),
    ]);
    expect(await readdir(folder)).toEqual(['images']);
  });

  it('may arrive slowly, and blocks no other upload', async () => {
    const body = formOf([file('image', png)]);
    const parts = Array.from({ length: 40 }, (_, index) =>
      body.subarray(index * 20, index === 39 ? undefined : index * 20 + 20),
    );
    const { pool } = service.database;
    const slowHost = await createUser(pool);
    await createHost(pool, event, slowHost);
    const head = [
      `POST /v2.1/events/${event}/images HTTP/1.1`,
      `Authorization: Bearer ${await createToken(pool, slowHost)}`,
      `Content-Type: ${FORM_TYPE}`,
      `Content-Length: ${body.length}`,
      'Connection: close',
    ];
    const slow = Array.from({ length: 3 }, () =>
      sendRaw(service, { head, body: parts, pauseMs: 150, deadlineMs: 100_000 }),
    );
    let finished = 0;
    for (const one of slow) void one.then(() => (finished += 1));
    expect((await overRest(formOf([file('image', png)]))).status).toBe(201);
    expect(finished).toBe(0);
    expect(new Set((await Promise.all(slow)).map(({ status }) => status))).toEqual(new Set([201]));
    expect(await readdir(join(folder, 'images'))).toHaveLength(2);
  });
});

describe('a GraphQL form', () => {
  const invalid = [400, 'INVALID REQUEST_INVALID'];
  const wrongMap = [400, 'INVALID FORM_MAP_INVALID'];
  it.each<[string, () => Buffer, (string | number)[]]>([
    [
      'with a map into Object.prototype',
      () => graphForm(operations(), { 0: ['__proto__.polluted'] }, file('0', png)),
      wrongMap,
    ],
    [
      'that maps into it further down',
      () => graphForm(operations(), { 0: ['variables.__proto__.polluted'] }, file('0', png)),
      wrongMap,
    ],
    [
      'that maps into a constructor',
      () => graphForm(operations(), { 0: ['constructor.prototype.polluted'] }, file('0', png)),
      wrongMap,
    ],
    ['with 21 parts', () => formOf([...graphParts(), ...parts(18), file('0', png)]), invalid],
    ['that maps onto the query', () => graphForm(operations(), { 0: ['query'] }, file('0', png)), wrongMap],
    [
      'of several operations',
      () => graphForm([operations(), operations()], { 0: ['0.variables.input.image'] }, file('0', png)),
      invalid,
    ],
    [
      'whose map is first',
      () =>
        formOf([
          { name: 'map', content: '{}' },
          { name: 'operations', content: '{}' },
        ]),
      [400, 'INVALID FORM_ORDER_INVALID'],
    ],
    ['whose operations are no JSON', () => formOf([{ name: 'operations', content: '{' }]), invalid],
    [
      'whose operations are a megabyte',
      () => formOf([{ name: 'operations', content: `"${'x'.repeat(1_100_000)}"` }]),
      [413, 'TOO_LARGE BODY_TOO_LARGE'],
    ],
    ['with 10 000 fields', () => formOf(Array.from({ length: 10_000 }, () => ({ name: 'f', content: 'x' }))), invalid],
    [
      'with two files',
      () =>
        graphForm(operations(), { 0: ['variables.input.image'], 1: ['variables.b'] }, file('0', png), file('1', png)),
      [413, 'TOO_LARGE BODY_TOO_LARGE'],
    ],
    [
      'with one file in 1 000 places',
      () =>
        graphForm(
          operations(),
          { 0: Array.from({ length: 1_000 }, (_, index) => `variables.v${index}`) },
          file('0', png),
        ),
      wrongMap,
    ],
    ['of base64', () => Buffer.from(graphForm(operations(), {}).toString('base64')), invalid],
    [
      'with a name that leads elsewhere',
      () => graphForm(operations(), { 0: ['variables.input.image'] }, file('0', png, '../../evil')),
      [200],
    ],
  ])('%s', async (_, body, expected) => {
    expect(await overGraph(body())).toEqual(expected);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect((await readdir(tmpdir())).filter((name) => name.includes('evil'))).toEqual([]);
  });
});
