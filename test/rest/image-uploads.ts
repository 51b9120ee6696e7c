import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { threadCpuMs } from '../support/cpu-time.js';
import { createEvent, createHost, createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, recordOf } from './ask.js';
import { FORM_TYPE, formOf, imageForm } from './multipart.js';

/** Maximum latency of other requests during an upload, in milliseconds. */
const PATIENCE_MS = 2_000;

let folder: string;
export let service: TestService;
export let token: string;
export let event: string;
/** Latencies of other requests. */
let waitedMs: number[] = [];
let askers: NodeJS.Timeout;
const others: Promise<void>[] = [];

/** For `beforeAll`: a service, an event and its host, and a client that reads continuously. */
export async function startImages(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'lectern-image-bombs-'));
  service = await startService({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const { pool } = service.database;
  const host = await createUser(pool);
  token = await createToken(pool, host);
  event = await createEvent(pool);
  await createHost(pool, event, host);
  askers = setInterval(() => others.push(readEvents()), 200);
}
/** For `afterEach`: no temporary data remain, and other requests were fast. */
export async function expectCalm(): Promise<void> {
  await Promise.all(others.splice(0));
  const [median = 0] = waitedMs.sort((one, other) => one - other).slice(Math.floor(waitedMs.length / 2));
  // The test creates and sends its bombs in the same process, so a single slow request may be caused by the test.
  expect([await temporaryFiles(), median < PATIENCE_MS]).toEqual([[], true]);
  waitedMs = [];
}
/** For `afterAll`. */
export async function stopImages(): Promise<void> {
  clearInterval(askers);
  try {
    // Complete the last request first: if the stop aborted it, every test of the file would fail.
    await Promise.all(others.splice(0));
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function readEvents(): Promise<void> {
  const waited = await threadCpuMs(async () => {
    const { status } = await ask(service, '/v2.1/events');
    if (status !== 200) throw new Error(`Another request got ${status}`);
  });
  waitedMs.push(waited);
}

/** Temporary files of uploads: they are deleted soon after the response. */
async function temporaryFiles(): Promise<string[]> {
  const left = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('capacitor-'));
  for (let attempt = 0; attempt < 40 && (await left()).length > 0; attempt += 1) await pause(50);
  return left();
}

export const storedFiles = async () => readdir(join(folder, 'images')).catch(() => []);
export const images = async () => recordOf(await ask(service, `/v2.1/events/${event}`), 'events')['images'];

/** Status and message of v2.1. */
export async function overRest(image: Buffer): Promise<unknown[]> {
  const response = await fetch(`${service.base}/v2.1/events/${event}/images`, {
    method: 'POST',
    headers: { 'Content-Type': FORM_TYPE, Authorization: `Bearer ${token}` },
    body: new Uint8Array(imageForm(image)),
  });
  const text = await response.text();
  return [response.status, ...(text === '' ? [] : (JSON.parse(text) as string[]))];
}

const MUTATION = 'mutation ($input: SetEventImageInput!) { setEventImage(input: $input) { event { id } } }';
export const graphParts = (image: Buffer, filename = 'a.png') => [
  {
    name: 'operations',
    content: JSON.stringify({ query: MUTATION, variables: { input: { eventId: event, image: null } } }),
  },
  { name: 'map', content: '{"0":["variables.input.image"]}' },
  { name: '0', filename, content: image },
];

/** Code and reason of GraphQL. */
export async function overGraph(image: Buffer): Promise<unknown[]> {
  const response = await fetch(`${service.base}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': FORM_TYPE, Authorization: `Bearer ${token}`, 'apollo-require-preflight': 'yes' },
    body: new Uint8Array(formOf(graphParts(image))),
  });
  const { errors = [] } = (await response.json()) as {
    errors?: { extensions: { code: string; problems: { reason: string }[] } }[];
  };
  return errors.map(({ extensions: { code, problems } }) => [code, problems[0]?.reason]);
}
