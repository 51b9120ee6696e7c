import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { FORM_TYPE, imageForm } from '../rest/multipart.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { createEvent, createHost, createToken, createUser } from '../support/factories.js';
import { startS3rver, type S3rver } from '../support/object-store.js';
import { runCommand, startProcess, statusOf, stopProcess, type ServiceProcess } from '../support/process.js';

const MAX_UPLOAD_MS = 10_000;
const MAX_OTHER_MS = 2_000;

let database: TestDatabase;
let bucket: S3rver;
let environment: Record<string, string>;
let first: ServiceProcess;
let second: ServiceProcess;
let token: string;
let event: string;

beforeAll(async () => {
  [database, bucket] = [await freshDatabase(), await startS3rver()];
  atTheEnd(() => database.drop());
  atTheEnd(() => bucket.remove());
  const common = { SECRET_KEY: 'the same secret key in every process', DEMO_DATA: 'false' };
  environment = { ...common, ...bucket.environment, DATABASE_URL: urlOf(database.address) };
  first = await startProcess({ ...environment, DATA_DIR: await dataFolder() });
  second = await startProcess({ ...environment, DATA_DIR: await dataFolder() });
  const host = await createUser(database.pool);
  token = await createToken(database.pool, host);
  event = await createEvent(database.pool);
  await createHost(database.pool, event, host);
});
afterAll(cleanUp);

/** Noise, which no format compresses: each upload has different bytes and about 400 kB. */
const noise = (side = 350) =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();

async function upload({ base }: ServiceProcess) {
  const begin = performance.now();
  const response = await fetch(`${base}/v2.1/events/${event}/images`, {
    method: 'POST',
    headers: { 'Content-Type': FORM_TYPE, Authorization: `Bearer ${token}` },
    body: new Uint8Array(imageForm(await noise())),
  });
  await response.text();
  return { status: response.status, tookMs: performance.now() - begin };
}

async function imagesAt({ base }: ServiceProcess): Promise<string[]> {
  const response = await fetch(`${base}/v2.1/events/${event}`);
  const { events } = (await response.json()) as { events: { images: Record<string, { url: string }> }[] };
  return Object.values(events[0]!.images).map(({ url }) => url);
}

const recorded = async () => {
  const { rows } = await database.pool.query<{ images: unknown; icon: unknown }>('select images, icon from events');
  return rows;
};

describe('two services with one bucket and separate folders', () => {
  it('serve the images that the other one received', async () => {
    expect((await upload(first)).status).toBe(201);
    const urls = await imagesAt(second);
    expect(urls.map((url) => new URL(url).origin)).toEqual([second.base, second.base]);
    const files = urls.map(async (url) => {
      const response = await fetch(url);
      return [response.status, (await response.arrayBuffer()).byteLength > 10_000];
    });
    expect(await Promise.all(files)).toEqual([
      [200, true],
      [200, true],
    ]);
    expect((await upload(second)).status).toBe(201);
    expect(await Promise.all(urls.map(statusOf))).toEqual([404, 404]);
    expect(await Promise.all((await imagesAt(first)).map(statusOf))).toEqual([200, 200]);
  });

  it('return the URL of a CDN if there is one, and still serve the images themselves', async () => {
    const IMAGE_BASE_URL = 'https://cdn.example.org/lectern/';
    const third = await startProcess({ ...environment, IMAGE_BASE_URL, DATA_DIR: await dataFolder() });
    const own = await imagesAt(first);
    const theirs = await imagesAt(third);
    expect(theirs).toEqual(own.map((url) => url.replace(`${first.base}/images`, 'https://cdn.example.org/lectern')));
    const query = `{ event(id: ${event}) { images { url } } }`;
    const response = await fetch(`${third.base}/graphql?query=${encodeURIComponent(query)}`);
    const { data } = (await response.json()) as { data: { event: { images: { url: string }[] } } };
    expect(data.event.images.map(({ url }) => url)).toEqual(theirs);
    expect(await Promise.all(own.map((url) => statusOf(url.replace(first.base, third.base))))).toEqual([200, 200]);
    await stopProcess(third);
  });
});

describe('while the store is frozen or gone', () => {
  const faults = [
    { what: 'frozen', begin: async () => bucket.signal('SIGSTOP'), end: async () => bucket.signal('SIGCONT') },
    { what: 'gone', begin: () => bucket.kill(), end: () => bucket.restart() },
  ];
  it.each(faults)('$what: uploads return 503 and change nothing, and nothing else notices', async ({ begin, end }) => {
    const before = await recorded();
    const [url = ''] = await imagesAt(first);
    await begin();
    try {
      const uploads = Promise.all([upload(first), upload(first), upload(second)]);
      const image = fetch(url);
      const others: number[] = [];
      for (let turn = 0; turn < 30; turn += 1) {
        const started = performance.now();
        expect(await statusOf(`${first.base}/v2.1/events/${event}`)).toBe(200);
        others.push(performance.now() - started);
        await sleep(50);
      }
      expect(Math.max(...others)).toBeLessThan(MAX_OTHER_MS);
      expect(await statusOf(`${first.adminBase}/ready`)).toBe(200);
      const answered = await uploads;
      expect(answered.map(({ status }) => status)).toEqual([503, 503, 503]);
      expect(Math.max(...answered.map(({ tookMs }) => tookMs))).toBeLessThan(MAX_UPLOAD_MS);
      const { status, headers } = await image;
      expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '5', 'no-store']);
      expect(await recorded()).toEqual(before);
    } finally {
      await end();
    }
    expect((await upload(first)).status).toBe(201);
    expect(await Promise.all((await imagesAt(second)).map(statusOf))).toEqual([200, 200]);
  });

  it('a service starts', async () => {
    await bucket.kill();
    const late = await startProcess({ ...environment, DATA_DIR: await dataFolder() });
    expect((await upload(late)).status).toBe(503);
    await bucket.restart();
    expect((await upload(late)).status).toBe(201);
    await stopProcess(late);
  });
});

it('a store that freezes at any moment of an upload loses no referenced image', async () => {
  const statuses: number[] = [];
  for (const delayMs of [20, 60, 100]) {
    const uploading = upload(first);
    await sleep(delayMs);
    bucket.signal('SIGSTOP');
    const { status, tookMs } = await uploading;
    bucket.signal('SIGCONT');
    expect(tookMs).toBeLessThan(MAX_UPLOAD_MS);
    statuses.push(status);
    expect(await Promise.all((await imagesAt(second)).map(statusOf))).toEqual([200, 200]);
  }
  expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([]);
  expect(await runCommand(['doctor', '--images'], { ...environment, DATA_DIR: await dataFolder() })).toMatchObject({
    code: 0,
    output: expect.stringContaining('The image store contains every referenced image.'),
  });
});

it('a client that disconnects before the store responds is no error', async () => {
  const [url = ''] = await imagesAt(first);
  bucket.signal('SIGSTOP');
  const asked = Array.from({ length: 20 }, () => fetch(url, { signal: AbortSignal.timeout(300) }));
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(asked.map(() => 'rejected'));
  bucket.signal('SIGCONT');
  expect(await statusOf(url)).toBe(200);
  await sleep(500);
  expect(first.output()).not.toMatch(/Request failed/);
});

it('logs name the cause, and not the secret', async () => {
  const secret = 'a secret access key of the tests';
  const S3_ENDPOINT = 'http://127.0.0.1:1';
  const variables = { ...environment, S3_ENDPOINT, S3_SECRET_ACCESS_KEY: secret, DATA_DIR: await dataFolder() };
  const service = await startProcess(variables);
  expect((await upload(service)).status).toBe(503);
  const { output, errors } = await stopProcess(service);
  expect(output).toMatch(/Image store failed[^]*ECONNREFUSED|ECONNREFUSED[^]*Image store failed/);
  expect(`${output}${errors}`).not.toContain(secret);
});
