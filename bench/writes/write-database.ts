import pg from 'pg';
import { generateCrowd } from '../../src/demo/index.js';
import { migrate } from '../../src/database/migrate.js';
import { hashToken, newToken } from '../../src/core/common/bearer-token.js';
import { OperatorError } from '../../src/config/operator-error.js';
import type { BenchDatabase } from '../database.js';

/** A separate database for writes, recreated for each run: the one for reads stays unchanged. */
export interface WriteDatabase {
  readonly url: string;
  readonly client: pg.Client;
  /** Access tokens of different users. */
  readonly tokens: readonly string[];
  /** Talks without speaker accounts: comments on them send no mail, which is not measured. */
  readonly talks: readonly string[];
}

const NAME = 'bench_writes';
const SIZES = { events: 50, talks: 1_500, comments: 7_500, users: 2_000 };
const PEOPLE = 500;

export async function openWriteDatabase({ url, client: server }: BenchDatabase): Promise<WriteDatabase> {
  await server.query(`drop database if exists ${NAME} with (force)`);
  await server.query(`create database ${NAME}`);
  const address = new URL(url);
  address.pathname = `/${NAME}`;
  await migrate({ url: address.href });
  const client = new pg.Client({ connectionString: address.href, application_name: 'bench' });
  await client.connect();
  await generateCrowd(client, SIZES, () => undefined);
  const tokens = Array.from({ length: PEOPLE }, newToken);
  await client.query(
    `insert into access_tokens (user_id, token_hash) select u.id, t.hash
      from (select id, row_number() over (order by id) as place from users where is_active) u
      join unnest($1::text[]) with ordinality as t (hash, place) using (place)`,
    [tokens.map(hashToken)],
  );
  const { rows } = await client.query<{ id: string }>(
    `select t.id from talks t join events e on e.id = t.event_id and e.is_public
      where not exists (select from talk_speakers s where s.talk_id = t.id and s.user_id is not null)
      order by t.id limit $1`,
    [PEOPLE],
  );
  if (rows.length < PEOPLE) throw new OperatorError(`Only ${rows.length} generated talks have no speaker account.`);
  await client.query('vacuum analyze');
  return { url: address.href, client, tokens, talks: rows.map(({ id }) => id) };
}
