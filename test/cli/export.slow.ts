import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { loadShowcase, saveInFolder } from '../../src/demo/index.js';
import { readSecret } from '../../src/core/application/client-credentials.js';
import { leftBehind } from '../../src/transfer/export/format.js';
import { secretKey } from '../../src/database/secret-key.js';
import { cleanUp } from '../support/clean-up.js';
import { createToken } from '../support/factories.js';
import { cleanDoctor } from '../support/doctor-output.js';
import { commandLine, commandWithInput, type CommandLine } from './command.js';

const SECRET_KEY = randomBytes(32).toString('hex');

let from: CommandLine;
let folder: string;
let file: string;
/** The lines of a complete export, without its header. */
let lines: string[];

beforeAll(async () => {
  from = await commandLine({ SECRET_KEY });
  folder = from.environment['DATA_DIR'] ?? '';
  file = join(folder, 'everything.jsonl');
  const { pool } = from.database;
  const client = await pool.connect();
  const key = await secretKey({ secretKey: SECRET_KEY, dataDirectory: folder });
  const imagesDirectory = join(folder, 'images');
  await loadShowcase(client, {
    now: new Date(),
    saveImages: saveInFolder(imagesDirectory),
    password: () => 'lectern-demo',
    secretKey: key,
  });
  client.release();
  await pool.query(beside);
  await createToken(pool, '1');
});
afterAll(cleanUp);

/** Data that the demo conferences lack: rows without entities, deleted IDs, unusual characters, pending counts. */
const beside = `
  insert into route_uses (day, route, requests, errors, last_used_at) values ('2026-11-20', 'GET /v2.1/events', 9, 1, now());
  insert into event_imports (event_id, source) select min(id), 'https://old.example/v2.1/events/1' from events;
  insert into account_tokens (user_id, purpose, token_hash, expires_at) values (1, 'reset_password', 'abc', now());
  insert into users (username, full_name, email) values ('gone', 'Gone', 'gone@example.org');
  delete from users where username = 'gone';
  update events set latitude = 52.370000000000005, images = '[]' where id = (select max(id) from events);
  update talk_comments set comment = e'one\\u2028two\\nthree \\\\ "four" \\U0001F600', created_at = '2026-11-20T10:00:00.123456Z'
    where id = (select min(id) from talk_comments);
  with one as (update talks set star_count = star_count - 1 where id = (select min(talk_id) from talk_stars) returning *)
    insert into waiting_counts (event_id, talk_id, comment_count, rating_count, rating_sum, star_count)
      select event_id, id, 0, 0, 0, 1 from one;`;

/** Table → a checksum of all its rows, and the ID of its next row. */
async function sums(pool: pg.Pool, without: readonly string[] = []): Promise<Record<string, unknown>> {
  const { rows: tables } = await pool.query<{ name: string; sequence: string | null }>(
    `select relname as name, pg_get_serial_sequence(relname, 'id') as sequence from pg_class c
      where relkind = 'r' and relnamespace = 'public'::regnamespace
        and exists (select from pg_attribute where attrelid = c.oid and attname = 'id')
      union all select relname, null from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace
        and not exists (select from pg_attribute where attrelid = c.oid and attname = 'id') order by 1`,
  );
  const kept = ['event_heat', 'event_search', 'event_counts', 'event_tags'];
  const compared = tables.filter(({ name }) => kept.includes(name) || !(name in leftBehind || without.includes(name)));
  const found: Record<string, unknown> = {};
  for (const { name, sequence } of compared) {
    const { rows } = await pool.query(
      `select count(*)::int as rows, md5(coalesce(string_agg(row, e'\\n' order by row), '')) as sum,
          pg_sequence_last_value($1::text::regclass) as last
        from (select to_jsonb(t)::text collate "C" as row from ${name} t) r
        where row not like '%"starts": 0%' or row not like '%"ends": 0%'`,
      [sequence],
    );
    found[name] = rows[0];
  }
  return found;
}

const linesOf = (text: string): string[] => text.trimEnd().split('\n');

describe('export', () => {
  it('writes all stored data to a new file with permissions for its owner only', async () => {
    const words = ['export', '--with-secrets', '--with-images', '--out', file];
    expect(await from.lectern(...words)).toMatchObject({ code: 0, output: '' });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const [header = '', ...rest] = linesOf(await readFile(file, 'utf8'));
    lines = rest;
    expect(JSON.parse(header)).toMatchObject({ format: 'lectern-export', version: 1, withSecrets: true });
    expect(await from.lectern(...words)).toEqual({
      code: 1,
      output: '',
      errors: `--out: ${file} already exists. Specify a new file.\n`,
    });
    expect(linesOf(await readFile(file, 'utf8')).length).toBe(lines.length + 1);
  });

  it('is restored into an empty database row by row', async () => {
    const to = await commandLine({ SECRET_KEY });
    expect(await to.lectern('import', 'jsonl', file)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^TABLE +ROWS\n[^]*\n\n\d+ images\.\n$/),
    });
    expect((await to.lectern('doctor')).output).toBe(cleanDoctor());
    // Pending counts are included in the displayed ones; the import adds them to the talk.
    await from.database.pool.query('delete from waiting_counts');
    expect(await sums(to.database.pool)).toEqual(await sums(from.database.pool));
    const again = await to.lectern('export', '--with-secrets', '--with-images');
    expect(linesOf(again.output).slice(1)).toEqual(lines);
    const images = (of: CommandLine) => readdir(join(of.environment['DATA_DIR'] ?? '', 'images'));
    expect((await images(to)).sort()).toEqual(await shown(from.database.pool));

    expect(await to.lectern('import', 'jsonl', file)).toMatchObject({
      code: 1,
      output: '',
      errors: expect.stringMatching(/^The database is not empty: \w+ has rows\. Nothing was changed\. Import into/),
    });
  });

  it('contains no secret by default, and the import creates new ones', async () => {
    const { output } = await from.lectern('export');
    const text = output;
    const { rows: secrets } = await from.database.pool.query<{ secret: string }>(
      `select password_hash as secret from users where password_hash is not null
        union select consumer_secret_encrypted from applications
        union select token_hash from access_tokens union select token_hash from account_tokens`,
    );
    expect(secrets.length).toBeGreaterThan(5);
    expect(secrets.filter(({ secret }) => text.includes(`"${secret}"`))).toEqual([]);

    const to = await commandLine({});
    const imported = await commandWithInput(['import', 'jsonl', '--json'], to.environment, text);
    expect(imported.code).toBe(0);
    expect(JSON.parse(imported.output)).toMatchObject({ images: 0, newSecrets: 2, withSecrets: false });
    const others = ['users', 'applications', 'access_tokens', 'account_tokens'];
    expect(await sums(to.database.pool, others)).toEqual(await sums(from.database.pool, others));
    const { rows } = await to.database.pool.query<{ sealedSecret: string }>(
      'select consumer_secret_encrypted as "sealedSecret" from applications',
    );
    const key = await secretKey({ secretKey: undefined, dataDirectory: to.environment['DATA_DIR'] ?? '' });
    expect(rows.map((row) => readSecret(row, key).length)).toEqual([43, 43]);
  });
});

/** File names of the images of events. */
async function shown(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select i ->> 'location' as name from events, jsonb_array_elements(images) as i order by 1`,
  );
  return rows.map(({ name }) => name).sort();
}

describe('import jsonl', () => {
  let to: CommandLine;
  beforeAll(async () => {
    to = await commandLine({});
  });

  /** The text of the export with a change. */
  const changed = async (change: (all: string[]) => string[]) =>
    `${change(linesOf(await readFile(file, 'utf8'))).join('\n')}\n`;

  it.each([
    ['another key', (all: string[]) => all, /^Application secrets are encrypted with another SECRET_KEY: /],
    ['its end cut off', (all: string[]) => all.slice(0, -40), /^The export is truncated or modified: it contains /],
    [
      'a line of something else',
      (all: string[]) => all.with(7, '{"a": 1}'),
      /^Line 8 is neither a row nor an image\. Nothing was changed\.$/,
    ],
    ['no header', (all: string[]) => all.slice(1), /^This is not a Lectern export, or it is from a newer version/],
    [
      'a row twice',
      (all: string[]) => all.toSpliced(5, 0, all[5] ?? ''),
      /^Lines \d+ to \d+: duplicate key value violates unique constraint "\w+"\. Nothing was changed\.$/,
    ],
    [
      'a zone that IANA does not have',
      (all: string[]) => all.map((line) => line.replace(/"time_zone": ?"[^"]*"/, '"time_zone":"Mars/Base"')),
      /^Event \d+: Mars\/Base is not a time zone of the IANA database\. Nothing was changed\.$/,
    ],
    [
      'a schema of later',
      ([header = '', ...rest]: string[]) => [header.replace(/"schema":"[^"]*"/, '"schema":"20990101-later"'), ...rest],
      /^The export has the schema 20990101-later, of a newer version of Lectern/,
    ],
    [
      'a schema before 1.0.0',
      ([header = '', ...rest]: string[]) => [
        header.replace(/"schema":"[^"]*"/, '"schema":"20261208-event-log"'),
        ...rest,
      ],
      /^The export has the schema 20261208-event-log, of a version of Lectern before 1\.0\.0: import it with 1\.0\.0, and export it again\.$/,
    ],
  ])('rejects an export with %s, and changes nothing', async (_, change, sentence) => {
    const before = await sums(to.database.pool);
    const { code, output, errors } = await commandWithInput(['import', 'jsonl'], to.environment, await changed(change));
    expect([code, output, linesOf(errors).at(-1)]).toEqual([1, '', expect.stringMatching(sentence)]);
    expect(rowsOf(await sums(to.database.pool))).toEqual(rowsOf(before));
  });

  it('reports a missing file', async () => {
    const missing = join(folder, 'missing.jsonl');
    expect(await to.lectern('import', 'jsonl', missing)).toEqual({
      code: 1,
      output: '',
      errors: `${missing} cannot be read (ENOENT).\n`,
    });
    await writeFile(missing, '');
    expect((await to.lectern('import', 'jsonl', missing)).errors).toMatch(/^This is not a Lectern export/);
  });
});

/** Without the numbers of sequences, which a rollback does not restore. */
const rowsOf = (all: Record<string, unknown>) =>
  Object.entries(all).map(([table, found]) => [table, Reflect.get(Object(found), 'sum')]);
