import pg from 'pg';
import { hashToken, newToken } from '../../src/core/common/bearer-token.js';
import type { Cleanup } from '../../src/server/composition/lifecycle.js';
import { Driver, get } from '../driver.js';
import { measureWindow, type Cost } from '../measure.js';
import { CONCURRENCY, type Part } from '../measure-reads.js';
import { atRate } from '../open-loop.js';
import { linesOf } from '../result.js';
import { startServer, startWriting, type BenchServer } from '../servers.js';
import { spreadOf } from '../spread.js';
import { pagesOf, type Pages } from './pages.js';

export const UNDER_WRITES = 'under writes';
export const WITHOUT_WRITES = 'Lectern, without writes';
export const WITH_WRITES = 'Lectern, with writes';

const READS_PER_SECOND = 500;
/** Of profiles of any users, and comments on talks that no page shows; by another process. */
const WRITES_PER_SECOND = { edits: 10, comments: 40 } as const;
const ROUNDS = 4;
const WINDOW_SECONDS = 12;
const USERS = 2_000;
/** Prime to the number of pages: reads each page once before any twice, in another order than the lists. */
const STRIDE = 577;

/** An account that edits its profile. */
interface Editor {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

/**
 * Reads 840 pages from the response cache at a fixed rate, with and without writes. The CPU time excludes that of the
 * writes, which another Lectern executes.
 */
export async function openUnderWrites(url: string, cleanup: Cleanup, say: (sentence: string) => void): Promise<Part> {
  const client = new pg.Client({ connectionString: url, application_name: 'bench' });
  await client.connect();
  cleanup.add(() => client.end());
  const [pages, editors] = [await pagesOf(client), await createEditors(client)];
  const [reading, writing] = [await startServer('keeping', url), await startWriting('lectern', url)];
  cleanup.add(() => Promise.all([reading.stop(), writing.stop()]));
  return {
    name: UNDER_WRITES,
    async measure() {
      say(`${UNDER_WRITES}: measuring for ${(2 * ROUNDS * WINDOW_SECONDS * 4) / 3} s …`);
      const driver = new Driver(reading.port, CONCURRENCY);
      const costs = new Map<string, Cost[]>([
        [WITHOUT_WRITES, []],
        [WITH_WRITES, []],
      ]);
      const hits = new Map<string, number[]>();
      const measureOnce = async (name: string) => {
        const read = (index: number) => driver.fetch(get(pages.paths[(index * STRIDE) % pages.paths.length]!));
        const send = (count: number) => atRate(READS_PER_SECOND, count, read);
        const before = await cacheOutcomes(reading);
        const requests = READS_PER_SECOND * WINDOW_SECONDS;
        costs.get(name)?.push(await measureWindow(name, reading, client, { fill: READS_PER_SECOND, requests, send }));
        const after = await cacheOutcomes(reading);
        const [hit, total] = [after.hit - before.hit, after.total - before.total];
        hits.set(name, [...(hits.get(name) ?? []), hit / total]);
      };
      for (let round = 0; round < ROUNDS; round += 1) {
        await driver.send(pages.paths.map(get), pages.paths.length);
        await measureOnce(WITHOUT_WRITES);
        const stop = startWrites(writing.port, pages, editors);
        await measureOnce(WITH_WRITES).finally(stop);
      }
      driver.close();
      const lines = linesOf(costs, [WITHOUT_WRITES]).map((line) => ({ ...line, hits: spreadOf(hits.get(line.way)!) }));
      const about = `${pages.paths.length} pages read ${READS_PER_SECOND} times per second, with ${WRITES_PER_SECOND.edits} edited profiles and ${WRITES_PER_SECOND.comments} comments elsewhere per second, and without`;
      return [{ name: UNDER_WRITES, about, bytes: 0, judgedBy: 'cpu', lines }];
    },
  };
}

async function createEditors(client: pg.Client): Promise<Editor[]> {
  const tokens = Array.from({ length: USERS }, newToken);
  const { rows } = await client.query<Omit<Editor, 'token'>>(
    'select id, email from users where is_active order by md5(id::text) limit $1',
    [USERS],
  );
  await client.query('insert into access_tokens (user_id, token_hash) select * from unnest($1::bigint[], $2::text[])', [
    rows.map(({ id }) => id),
    tokens.slice(0, rows.length).map(hashToken),
  ]);
  return rows.map((user, place) => ({ ...user, token: tokens[place]! }));
}

let written = 0;

/** Writes at fixed rates until the returned function is called. */
function startWrites(port: number, { talks }: Pages, editors: readonly Editor[]): () => Promise<void> {
  let stopped = false;
  const isStopped = () => stopped;
  const each = async (perSecond: number, write: (turn: number) => Promise<Response>) => {
    await atRate(
      perSecond,
      Infinity,
      async (index) => {
        const response = await write(index);
        if (!response.ok) throw new Error(`A write was refused: ${response.status} ${await response.text()}`);
        await response.arrayBuffer();
      },
      isStopped,
    );
  };
  const send = (method: string, path: string, { token }: Editor, body: object) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const running = Promise.all([
    each(WRITES_PER_SECOND.edits, () => {
      const editor = editors[(written += 1) % editors.length]!;
      return send('PUT', `/v2.1/users/${editor.id}`, editor, { full_name: `Editor ${written}`, email: editor.email });
    }),
    each(WRITES_PER_SECOND.comments, () => {
      const number = (written += 1);
      const body = { comment: `The comment with number ${number}`, rating: 4 };
      const talk = talks[number % talks.length];
      return send('POST', `/v2.1/talks/${talk}/comments`, editors[(number * 7) % editors.length]!, body);
    }),
  ]);
  // Awaited by the returned function.
  running.catch(() => undefined);
  return async () => {
    stopped = true;
    await running;
  };
}

/** Outcomes of the response cache since the start of the server. */
async function cacheOutcomes({ adminPort }: BenchServer): Promise<{ readonly hit: number; readonly total: number }> {
  const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
  const counts = new Map(
    [...text.matchAll(/^lectern_response_cache_total\{.*?outcome="(\w+)".*?\} (\d+)/gm)].map(
      ([, outcome, count]) => [outcome, Number(count)] as const,
    ),
  );
  return { hit: counts.get('hit') ?? 0, total: [...counts.values()].reduce((sum, count) => sum + count, 0) };
}
