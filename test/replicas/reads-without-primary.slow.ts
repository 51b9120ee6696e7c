import { afterEach, expect, it } from '@jest/globals';
import { createEvent, createUser } from '../support/factories.js';
import { cleanUp } from '../support/clean-up.js';
import { dataFolder, signalPostgres } from '../support/data-folder.js';
import { eventually, startProcess, statusOf, type ServiceProcess } from '../support/process.js';
import { startPair } from '../support/streaming-pair.js';
import { replicaReads } from './replica-metrics.js';

afterEach(cleanUp);

const read = async ({ base }: ServiceProcess, path: string, init: RequestInit = {}) => {
  const { status, headers } = await fetch(`${base}/v2.1${path}`, init);
  return { status, cacheControl: headers.get('cache-control'), retryAfter: headers.get('retry-after') };
};

it('serves reads from the replica while the primary does not respond, but no writes', async () => {
  const { primary, replica } = await startPair();
  const id = await createEvent(primary.pool, { name: 'A conference' });
  await createUser(primary.pool, { username: 'ada' });
  const [covered, uncovered] = await Promise.all(
    ['60', '0'].map(async (seconds) =>
      startProcess({
        ...{ DATABASE_URL: primary.url, DATABASE_REPLICA_URL: replica.url, READS_WITHOUT_PRIMARY: seconds },
        ...{ DATA_DIR: await dataFolder(), LOG_LEVEL: 'error', SECRET_KEY: 'the same secret key in every process' },
      }),
    ),
  );
  if (!covered || !uncovered) throw new Error('Both services must run');
  const path = `/events/${id}`;
  const fine = { status: 200, cacheControl: 'public, no-cache', retryAfter: null };
  expect([await read(covered, path), await read(uncovered, path)]).toEqual([fine, fine]);

  await signalPostgres(primary.folder, 'SIGSTOP');
  try {
    // The first read finds out that the primary does not respond.
    const began = performance.now();
    const [first] = await Promise.all([read(covered, path), read(uncovered, path)]);
    expect(first).toEqual({ status: 200, cacheControl: 'no-store', retryAfter: null });
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(await read(covered, '/events?filter=all')).toMatchObject({ status: 200, cacheControl: 'no-store' });
    expect(await read(covered, path)).toMatchObject({ status: 200, cacheControl: 'no-store' });
    expect(await read(covered, path, { headers: { Authorization: 'Bearer unknown' } })).toMatchObject({ status: 200 });
    expect(await read(uncovered, path)).toMatchObject({ status: 503, retryAfter: '2' });
    const body = JSON.stringify({
      username: 'ada',
      password: 'x',
      grant_type: 'password',
      client_id: 'a',
      client_secret: 'b',
    });
    const post = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } };
    expect(await read(covered, '/token', post)).toMatchObject({ status: 503, retryAfter: '2' });
    expect(await statusOf(`${covered.adminBase}/ready`)).toBe(200);
    expect(await statusOf(`${covered.adminBase}/ready/writes`)).toBe(503);
    expect(await statusOf(`${uncovered.adminBase}/ready`)).toBe(503);
  } finally {
    await signalPostgres(primary.folder, 'SIGCONT');
  }

  await eventually(async () => (await statusOf(`${covered.adminBase}/ready/writes`)) === 200);
  await primary.pool.query("update events set location = 'Elsewhere' where id = $1", [id]);
  await eventually(async () => (await read(covered, path)).cacheControl === 'public, no-cache');
  const text = await (await fetch(`${covered.base}/v2.1${path}`)).text();
  expect(text).toContain('Elsewhere');
  expect((await replicaReads(covered))['replica']).toBeGreaterThan(0);
});
