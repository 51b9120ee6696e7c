import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { pngFile } from '../images/png-file.js';
import { createEvent, createHost, createToken, createUser } from '../support/factories.js';
import { event, graphParts, overGraph, overRest, service, startImages, stopImages } from './image-uploads.js';
import { FORM_TYPE, formOf, imageForm } from './multipart.js';

/** Enough to occupy all slots. */
const UPLOADS = 22;
const MAX_PER_USER = 3;

const sockets: Socket[] = [];
let hostile: string;

beforeAll(async () => {
  await startImages();
  const { pool } = service.database;
  const user = await createUser(pool);
  hostile = await createToken(pool, user);
  await createHost(pool, event, user);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(stopImages);

const image = pngFile(150, 150);
const doors = [
  {
    door: 'v2.1',
    path: () => `/v2.1/events/${event}/images`,
    form: () => imageForm(image),
    upload: overRest,
    done: [201],
  },
  { door: 'the graph', path: () => '/graphql', form: () => formOf(graphParts(image)), upload: overGraph, done: [] },
];

/** Sends an upload up to the middle of its file. Resolves to the first bytes of the response, if there is one. */
function stall(path: string, form: Buffer, authorization: string): { readonly answer: () => string } {
  const { hostname, port, host } = new URL(service.base);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  sockets.push(socket);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\n${authorization}Content-Type: ${FORM_TYPE}\r\n` +
      `apollo-require-preflight: yes\r\nContent-Length: ${form.length}\r\n\r\n`,
  );
  socket.write(form.subarray(0, form.length - 60));
  return { answer: () => answer };
}

async function until(condition: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 400 && !condition(); attempt += 1) await pause(25);
}

const temporaryFiles = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('capacitor-'));

it.each(doors)('slow uploads of a user through $door leave slots for others', async ({ path, form, upload, done }) => {
  const stalled = Array.from({ length: UPLOADS }, () => stall(path(), form(), `Authorization: Bearer ${hostile}\r\n`));
  const rejected = () => stalled.map(({ answer }) => answer()).filter((answer) => answer !== '');
  await until(() => rejected().length >= UPLOADS - MAX_PER_USER);
  expect(rejected()).toHaveLength(UPLOADS - MAX_PER_USER);
  for (const answer of rejected()) expect(answer).toMatch(/^HTTP\/1.1 429[^]*[Rr]etry-[Aa]fter: \d|"RATE_LIMITED"/);
  expect(await upload(image)).toEqual(done);
  expect(await temporaryFiles()).toEqual([]);
});

it('an anonymous GraphQL upload is rejected before its file is read', async () => {
  const { answer } = stall('/graphql', formOf(graphParts(Buffer.alloc(200_000))), '');
  await until(() => answer() !== '');
  expect(answer()).toContain('"UNAUTHENTICATED"');
  expect(await temporaryFiles()).toEqual([]);
});

it('many users can each upload concurrently', async () => {
  const { pool } = service.database;
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const host = await createUser(pool);
      const own = await createEvent(pool);
      await createHost(pool, own, host);
      const response = await fetch(`${service.base}/v2.1/events/${own}/images`, {
        method: 'POST',
        headers: { 'Content-Type': FORM_TYPE, Authorization: `Bearer ${await createToken(pool, host)}` },
        body: new Uint8Array(imageForm(image)),
      });
      return response.status;
    }),
  );
  expect(outcomes).toEqual([201, 201, 201, 201, 201]);
});
