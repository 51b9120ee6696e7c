import { afterEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { killPostgres, poolOn, postmasterOf } from '../support/data-folder.js';
import { createEvent, createEventComment, createUser } from '../support/factories.js';
import { preparedFolder } from '../support/prepared-folder.js';
import { cleanDoctor } from '../support/doctor-output.js';
import { eventually, runCommand, startProcess, stopProcess } from '../support/process.js';

const ENOUGH = 100;
const WRITERS = 4;
const READERS = 4;

afterEach(cleanUp);

/** Clients that comment, which updates the event's counters, until `stop`. */
interface WriteLoad {
  readonly eventId: string;
  /** IDs of the acknowledged comments. */
  readonly acknowledged: string[];
  stop(): Promise<void>;
}

async function writeLoad(pool: pg.Pool): Promise<WriteLoad> {
  const eventId = await createEvent(pool);
  const userId = await createUser(pool);
  const acknowledged: string[] = [];
  let stopped = false;
  const write = async (): Promise<void> => {
    while (!stopped) {
      // An unavailable server acknowledges nothing, and may be back for the next request.
      const id = await createEventComment(pool, eventId, { user_id: userId }).catch(() => undefined);
      if (id !== undefined) acknowledged.push(id);
    }
  };
  const writers = Array.from({ length: WRITERS }, write);
  const load = {
    eventId,
    acknowledged,
    async stop() {
      stopped = true;
      await Promise.all(writers);
    },
  };
  atTheEnd(load.stop);
  return load;
}

/** A response as `<status> <Retry-After> <code of a GraphQL error>`; 0 for a broken connection. */
type Answers = Set<string>;

/** Requests the URLs in turn, until `stop`. */
function readLoad(urls: readonly string[]): { readonly answers: Answers; stop(): Promise<void> } {
  const answers: Answers = new Set();
  let stopped = false;
  const read = async (url: string): Promise<void> => {
    while (!stopped) {
      // Without this header Apollo's CSRF prevention rejects a GET.
      const headers = { 'apollo-require-preflight': 'true' };
      const response = await fetch(url, { headers }).catch(() => undefined);
      const body = await response?.text().catch(() => undefined);
      const code = /"code":"(\w+)"/.exec(body ?? '')?.[1];
      answers.add([response?.status ?? 0, response?.headers.get('Retry-After') ?? '-', code ?? ''].join(' ').trim());
    }
  };
  const readers = urls.map(read);
  const load = {
    answers,
    async stop() {
      stopped = true;
      await Promise.all(readers);
    },
  };
  atTheEnd(load.stop);
  return load;
}

const repeated = (url: string): string[] => Array.from({ length: READERS }, () => url);
const atLeast = (load: WriteLoad, count: number) => eventually(() => load.acknowledged.length >= count);

async function missing(pool: pg.Pool, { acknowledged }: WriteLoad): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from unnest($1::bigint[]) id where not exists (select from event_comments c where c.id = id.id)',
    [acknowledged],
  );
  return rows.map(({ id }) => id);
}

async function expectDoctorAgrees(folder: string): Promise<void> {
  expect(await runCommand(['doctor'], { DATA_DIR: folder })).toMatchObject({
    code: 0,
    output: cleanDoctor(),
  });
}

describe('kill -9 under load loses no acknowledged write', () => {
  it('of the service, which restarts on the running PostgreSQL', async () => {
    const folder = await preparedFolder('empty');
    const killed = await startProcess({ DATA_DIR: folder, DEMO_DATA: 'false' });
    const pool = await poolOn(folder);
    const load = await writeLoad(pool);
    const readers = readLoad(repeated(`${killed.base}/v2.1/events/${load.eventId}/comments`));
    await atLeast(load, ENOUGH);
    expect((await stopProcess(killed, 'SIGKILL')).code).toBeNull();
    await readers.stop();
    const postmaster = await postmasterOf(folder);

    const again = await startProcess({ DATA_DIR: folder, DEMO_DATA: 'false' });
    expect(await postmasterOf(folder)).toEqual(postmaster);
    await atLeast(load, load.acknowledged.length + ENOUGH);
    await load.stop();
    expect(await missing(pool, load)).toEqual([]);
    const response = await fetch(`${again.base}/v2.1/events/${load.eventId}/comments?resultsperpage=1`);
    const { meta } = (await response.json()) as { meta: { total: number } };
    expect(meta.total).toBeGreaterThanOrEqual(load.acknowledged.length);
    await expectDoctorAgrees(folder);
    expect((await stopProcess(again)).code).toEqual(0);
    expect(await postmasterOf(folder)).toBeUndefined();
  });

  it('of the service and PostgreSQL together, and the next start recovers', async () => {
    const folder = await preparedFolder('empty');
    const killed = await startProcess({ DATA_DIR: folder, DEMO_DATA: 'false' });
    const load = await writeLoad(await poolOn(folder));
    await atLeast(load, ENOUGH);
    killed.child.kill('SIGKILL');
    await killPostgres(folder);
    await load.stop();
    await killed.ended;

    await startProcess({ DATA_DIR: folder, DEMO_DATA: 'false' });
    expect(await missing(await poolOn(folder), load)).toEqual([]);
    await expectDoctorAgrees(folder);
  });

  it('of PostgreSQL alone: the service responds with 503 until it has recovered by itself', async () => {
    const folder = await preparedFolder('empty');
    const service = await startProcess({ DATA_DIR: folder, DEMO_DATA: 'false' });
    const pool = await poolOn(folder);
    const load = await writeLoad(pool);
    const graph = `${service.base}/graphql?query=${encodeURIComponent('{ languages { nodes { name } } }')}`;
    const rest = readLoad(repeated(`${service.base}/v2.1/events/${load.eventId}/comments`));
    const graphql = readLoad(repeated(graph));
    const ready = readLoad([`${service.adminBase}/ready`]);
    const live = readLoad([`${service.adminBase}/live`]);
    await atLeast(load, ENOUGH);

    const postmaster = await postmasterOf(folder);
    await killPostgres(folder);
    await eventually(() => ready.answers.has('503 -') && rest.answers.has('503 2') && graphql.answers.size > 1);
    await eventually(() => service.output().includes('PostgreSQL recovered'));
    await atLeast(load, load.acknowledged.length + ENOUGH);
    await Promise.all([rest, graphql, ready, live, load].map((some) => some.stop()));

    expect([...rest.answers].sort()).toEqual(['200 -', '503 2']);
    expect([...graphql.answers].filter((answer) => !answer.endsWith(' UNAVAILABLE'))).toEqual(['200 -']);
    expect(graphql.answers.size).toBeGreaterThan(1);
    expect([...ready.answers].sort()).toEqual(['200 -', '503 -']);
    expect([...live.answers]).toEqual(['200 -']);
    expect(await postmasterOf(folder)).not.toEqual(postmaster);
    const after = await fetch(`${service.base}/v2.1/events/${load.eventId}/comments`);
    expect([after.status, (await fetch(`${service.adminBase}/ready`)).status]).toEqual([200, 200]);
    expect(await missing(pool, load)).toEqual([]);
    await expectDoctorAgrees(folder);
    expect((await stopProcess(service)).errors).toEqual('');
  });
});
