import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { hardTexts } from '../feedback/hard-texts.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

const run = promisify(execFile);
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/nonexistent', LC_ALL: 'C.UTF-8' };

let service: TestService;
let file: string;
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  const event = await make.createEvent(pool);
  const talk = await make.createTalk(pool, event, { title: 'A "talk", with\nlines' });
  const host = await make.createUser(pool);
  await make.createHost(pool, event, host);
  for (const comment of hardTexts) await make.createTalkComment(pool, event, talk, { comment });
  const token = await make.createToken(pool, host);
  const response = await fetch(`${service.base}/feeds/events/${event}/feedback.csv`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const folder = await mkdtemp(join(tmpdir(), 'lectern-readers-'));
  atTheEnd(() => rm(folder, { recursive: true, force: true }));
  file = join(folder, 'feedback.csv');
  await writeFile(file, Buffer.from(await response.arrayBuffer()));
});
afterAll(async () => {
  await cleanUp();
  await service.stop();
});

type Row = Readonly<Record<string, unknown>>;

/** Reads the file without inferring types: `-I`, `-S`. */
const programs: Readonly<Record<string, readonly [program: string, ...parameters: string[]]>> = {
  csvjson: ['csvjson', '-I'],
  miller: ['mlr', '--icsv', '--ojson', '-S', 'cat'],
};

it.each(Object.keys(programs))('exported feedback has the same rows in %s as in csv-parse', async (name) => {
  const [program = '', ...parameters] = programs[name] ?? [];
  const { stdout } = await run(program, [...parameters, file], { env: environment, timeout: 60_000 });
  const rows = parse<Row>(await readFile(file), { bom: true, columns: true });
  // csvjson writes empty cells as null, and both normalize line breaks in cells.
  const settled = (all: readonly Row[]) =>
    all.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [column, String(value ?? '').replace(/\r\n?/g, '\n')]),
      ),
    );
  expect(settled(JSON.parse(stdout) as Row[])).toEqual(settled(rows));
  expect(rows).toHaveLength(hardTexts.length);
});
