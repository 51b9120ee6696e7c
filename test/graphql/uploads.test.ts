import { readdir } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pngFile } from '../images/png-file.js';
import { FORM_TYPE, formOf, leaveEarly } from '../rest/multipart.js';
import { createEvent, createHost, createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, type Answer } from './ask.js';

const SET_IMAGE = `mutation ($input: SetEventImageInput!) {
  setEventImage(input: $input) { event { icon images { kind width height } } }
}`;
const PREFLIGHT = { 'apollo-require-preflight': 'yes' };

let service: TestService;
let host: string;
let stranger: string;
let event: string;

beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  const { pool } = service.database;
  const hostId = await createUser(pool);
  host = await createToken(pool, hostId);
  stranger = await createToken(pool, await createUser(pool));
  event = await createEvent(pool);
  await createHost(pool, event, hostId);
});
afterAll(() => service.stop());

/** A multipart request as in the GraphQL multipart request specification. */
function multipart(file: Buffer | null, map: unknown = { 0: ['variables.input.image'] }, query = SET_IMAGE): Buffer {
  const operations = { query, variables: { input: { eventId: event, image: null } } };
  return formOf([
    { name: 'operations', content: JSON.stringify(operations) },
    { name: 'map', content: JSON.stringify(map) },
    ...(file ? [{ name: '0', filename: 'a.png', content: file }] : []),
  ]);
}

type Headers = Readonly<Record<string, string>>;

async function send(body: Buffer, token: string | null = host, headers: Headers = PREFLIGHT): Promise<Answer> {
  const response = await fetch(`${service.base}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': FORM_TYPE, ...(token && { Authorization: `Bearer ${token}` }), ...headers },
    body: new Uint8Array(body),
  });
  const { data = null, errors = [], extensions = {} } = (await response.json()) as Partial<Answer>;
  return { status: response.status, data, errors, extensions };
}
const told = ({ status, errors }: Answer) => {
  const { code, problems } = errors[0]?.extensions ?? { code: 'none', problems: [] };
  return [status, code, problems[0]?.reason];
};
const temporaryFiles = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('capacitor-'));

/** Temporary data are deleted soon after the response, not before it. */
async function noTemporaryFiles(): Promise<string[]> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    if ((await temporaryFiles()).length === 0) break;
    await pause(50);
  }
  return temporaryFiles();
}

describe('An image uploaded by GraphQL', () => {
  it('is set, interpreted or compiled', async () => {
    for (const side of [150, 160, 170]) {
      const { data, errors } = await send(multipart(pngFile(side, side)));
      expect(errors).toEqual([]);
      expect(data).toEqual({
        setEventImage: {
          event: {
            icon: expect.stringMatching(`^event-${event}-[0-9a-f]{16}-small.png$`),
            images: [
              { kind: 'ORIGINAL', width: side, height: side },
              { kind: 'SMALL', width: 140, height: 140 },
            ],
          },
        },
      });
    }
    expect(await noTemporaryFiles()).toEqual([]);
  });

  it.each<[string, Buffer | (() => Buffer), string | null, Headers, (string | number)[]]>([
    [
      'without the header that makes browsers ask first',
      () => multipart(pngFile(150, 150)),
      null,
      {},
      [400, 'INVALID', 'REQUEST_INVALID'],
    ],
    ['of nobody', () => multipart(pngFile(150, 150)), null, PREFLIGHT, [200, 'UNAUTHENTICATED', 'LOGIN_REQUIRED']],
    [
      'of a stranger',
      () => multipart(Buffer.alloc(5_000_000)),
      'stranger',
      PREFLIGHT,
      [200, 'FORBIDDEN', 'HOSTS_ONLY'],
    ],
    ['that is none', () => multipart(Buffer.from('none')), 'host', PREFLIGHT, [200, 'INVALID', 'IMAGE_TYPE']],
    [
      'that is too large',
      () => multipart(Buffer.alloc(10 * 1024 * 1024 + 1)),
      'host',
      PREFLIGHT,
      [200, 'TOO_LARGE', 'UPLOAD_TOO_LARGE'],
    ],
    ['that is missing', () => multipart(null), 'host', PREFLIGHT, [400, 'INVALID', 'FORM_MAP_INVALID']],
    [
      'that breaks off',
      () => multipart(pngFile(150, 150)).subarray(0, -100),
      'host',
      PREFLIGHT,
      [200, 'INVALID', 'UPLOAD_INCOMPLETE'],
    ],
    [
      'that no variable names',
      () => multipart(pngFile(150, 150), {}),
      'host',
      PREFLIGHT,
      [400, 'INVALID', 'FORM_MAP_INVALID'],
    ],
    [
      'that another part of the map names',
      () => multipart(pngFile(150, 150), { 1: ['variables.input.image'] }),
      'host',
      PREFLIGHT,
      [400, 'INVALID', 'FORM_MAP_INVALID'],
    ],
    [
      'that is to be in no place',
      () => multipart(pngFile(150, 150), { 0: [] }),
      'host',
      PREFLIGHT,
      [400, 'INVALID', 'FORM_MAP_INVALID'],
    ],
    [
      'that is to replace a value',
      () => multipart(pngFile(150, 150), { 0: ['variables.input.eventId'] }),
      'host',
      PREFLIGHT,
      [400, 'INVALID', 'FORM_MAP_INVALID'],
    ],
    [
      'that is to be in an unknown place',
      () => multipart(pngFile(150, 150), { 0: ['variables.input.file'] }),
      'host',
      PREFLIGHT,
      [400, 'INVALID', 'FORM_MAP_INVALID'],
    ],
    [
      'that is named twice',
      () => multipart(pngFile(150, 150), { 0: ['variables.a'], 1: ['variables.b'] }),
      'host',
      PREFLIGHT,
      [413, 'TOO_LARGE', 'BODY_TOO_LARGE'],
    ],
    [
      'whose map is nonsense',
      () => multipart(pngFile(150, 150), 7),
      'host',
      PREFLIGHT,
      [400, 'INVALID', 'REQUEST_INVALID'],
    ],
    [
      'in a form without a boundary',
      () => multipart(pngFile(150, 150)),
      'host',
      { ...PREFLIGHT, 'Content-Type': 'multipart/form-data' },
      [400, 'INVALID', 'REQUEST_INVALID'],
    ],
    ['in an invalid form', () => Buffer.from('none'), 'host', PREFLIGHT, [400, 'INVALID', 'REQUEST_INVALID']],
  ])('%s is rejected, and leaves nothing', async (_, body, who, headers, expected) => {
    const before = await service.database.pool.query('select images, icon from events where id = $1', [event]);
    const token = who === 'stranger' ? stranger : who && host;
    const answer = await send(typeof body === 'function' ? body() : body, token, headers);
    expect(told(answer)).toEqual(expected);
    const { rows } = await service.database.pool.query('select images, icon from events where id = $1', [event]);
    expect([rows, await noTemporaryFiles()]).toEqual([before.rows, []]);
  });

  describe('for two mutations', () => {
    const two = `mutation ($a: SetEventImageInput!, $b: SetEventImageInput!) {
      a: setEventImage(input: $a) { event { icon } } b: setEventImage(input: $b) { event { icon } }
    }`;
    const image = () => ({ name: '0', filename: 'a.png', content: pngFile(150, 150) });
    const messages = async (parts: Parameters<typeof formOf>[0]) => {
      const before = await service.database.pool.query('select images from events where id = $1', [event]);
      const { status, data, errors } = await send(formOf(parts));
      const after = await service.database.pool.query('select images from events where id = $1', [event]);
      expect(after.rows).toEqual(before.rows);
      return [status, data, errors.map(({ message, extensions }) => [message, extensions.problems[0]?.reason])];
    };
    const operations = () => {
      const input = { eventId: event, image: null };
      return { name: 'operations', content: JSON.stringify({ query: two, variables: { a: input, b: input } }) };
    };

    it('is rejected before anything is stored, in two variables', async () => {
      const map = { name: 'map', content: '{"0":["variables.a.image","variables.b.image"]}' };
      expect(await messages([operations(), map, image()])).toEqual([
        400,
        null,
        [
          [
            'The part `map` must assign the name of the file to one path of a null in `operations`, such as {"0": ["variables.input.image"]}. The file is read once, so it cannot have several paths.',
            'FORM_MAP_INVALID',
          ],
        ],
      ]);
    });

    it('is rejected before anything is stored, in one variable that is used twice', async () => {
      const query = two.replaceAll(', $b: SetEventImageInput!', '').replace('$b', '$a');
      const content = JSON.stringify({ query, variables: { a: { eventId: event, image: null } } });
      const map = { name: 'map', content: '{"0":["variables.a.image"]}' };
      expect(await messages([{ name: 'operations', content }, map, image()])).toEqual([
        400,
        null,
        [['The variable "$a" contains a file, so it can be used only once.', 'VARIABLES_INVALID']],
      ]);
    });
  });

  it.each([
    ['the file first', [2, 0, 1]],
    ['the map first', [1, 0, 2]],
    ['the file before the map', [0, 2, 1]],
    ['no map', [0, 2]],
    ['no operations', [1, 2]],
  ])('in a form in another order is rejected with a message about the order: %s', async (_, order) => {
    const operations = JSON.stringify({ query: SET_IMAGE, variables: { input: { eventId: event, image: null } } });
    const parts = [
      { name: 'operations', content: operations },
      { name: 'map', content: '{"0":["variables.input.image"]}' },
      { name: '0', filename: 'a.png', content: pngFile(150, 150) },
    ];
    const answer = await send(formOf(order.flatMap((at) => parts[at] ?? [])));
    expect(told(answer)).toEqual([400, 'INVALID', 'FORM_ORDER_INVALID']);
    expect(answer.errors[0]?.message).toBe(
      'The form must have the parts `operations`, `map` and the file, in this order.',
    );
  });

  it('leaves nothing if its client disconnects', async () => {
    const half = multipart(Buffer.alloc(2_000_000)).subarray(0, 1_000_000);
    await leaveEarly(service, '/graphql', host, 'apollo-require-preflight: yes\r\n', half);
    expect((await send(multipart(pngFile(150, 150)))).errors).toEqual([]);
    expect(await noTemporaryFiles()).toEqual([]);
  });

  it('that is rejected before it has arrived leaves the connection usable', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const headers = { 'Content-Type': FORM_TYPE, Authorization: `Bearer ${stranger}`, ...PREFLIGHT };
    const refused = () =>
      new Promise<string>((resolve, reject) => {
        const sending = request(`${service.base}/graphql`, { agent, headers, method: 'POST' }, (response) => {
          const port = String(response.socket.localPort);
          response.resume().once('end', () => resolve(port));
        });
        sending.once('error', reject).end(multipart(Buffer.alloc(9_000_000)));
      });
    const ports = [await refused(), await refused(), await refused()];
    expect(new Set(ports).size).toBe(1);
    agent.destroy();
  });

  it('cannot be a literal in the document, nor anything but a file', async () => {
    const literal = `mutation { setEventImage(input: { eventId: "${event}", image: "x" }) { event { id } } }`;
    expect(told(await ask(service, literal, { token: host }))).toEqual([400, 'INVALID', 'DOCUMENT_INVALID']);
    for (const image of ['x', {}, null, [1]]) {
      const answer = await ask(service, SET_IMAGE, { token: host, variables: { input: { eventId: event, image } } });
      expect(told(answer)).toEqual([400, 'INVALID', 'VARIABLES_INVALID']);
    }
  });
});
