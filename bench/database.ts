import pg from 'pg';
import { generateCrowd, type CrowdSizes } from '../src/demo/index.js';
import { startEmbeddedPostgres } from '../src/database/embedded/index.js';
import { migrate } from '../src/database/migrate.js';
import { pgConfig } from '../src/database/orm.js';
import { OperatorError } from '../src/config/operator-error.js';
import { insertProgramme, programme } from './programme.js';

/** The data set of the goals (docs/performance.md), and a tenth of it for quick runs. */
export const fullCrowd: CrowdSizes = { events: 2_000, talks: 60_000, comments: 300_000, users: 20_000 };
export const quickCrowd: CrowdSizes = { events: 200, talks: 6_000, comments: 30_000, users: 2_000 };

const COPY = 'bench_copy';

/** Sufficient for all servers at once. */
const CONNECTIONS = '200';

/** The database that all servers read, on its own PostgreSQL. */
export interface BenchDatabase {
  /** Connection URL of the servers, over the Unix socket. */
  readonly url: string;
  /** Connection of the benchmark itself. */
  readonly client: pg.Client;
  /** Connection URL of a copy that may be written; undefined unless requested. */
  readonly copyUrl: string | undefined;
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL in `dataDirectory` and seeds an empty database; later runs reuse its data.
 *
 * @param copies whether to copy the database
 * @throws OperatorError if the folder contains other data
 */
export async function openBenchDatabase(
  dataDirectory: string,
  sizes: CrowdSizes,
  copies: boolean,
  say: (sentence: string) => void,
): Promise<BenchDatabase> {
  const server = await startEmbeddedPostgres({ dataDirectory, settings: { max_connections: CONNECTIONS }, log: say });
  const connect = async (database = server.connection.database) => {
    const connected = new pg.Client({ ...pgConfig(server.connection), database, application_name: 'bench' });
    await connected.connect();
    return connected;
  };
  const { host, port, user, database } = server.connection;
  const urlOf = (name: string) => `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`;
  try {
    await migrate(server.connection);
    const filling = await connect();
    await fill(filling, sizes, dataDirectory, say).finally(() => filling.end());
    // A template must not have connections.
    if (copies) await copy(await connect('postgres'), database);
    const client = await connect();
    return {
      url: urlOf(database),
      client,
      copyUrl: copies ? urlOf(COPY) : undefined,
      async stop() {
        await client.end();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function copy(client: pg.Client, template: string): Promise<void> {
  await client.query(`drop database if exists ${COPY} with (force)`);
  await client.query(`create database ${COPY} template ${pg.escapeIdentifier(template)} strategy file_copy`);
  await client.end();
}

async function fill(
  client: pg.Client,
  sizes: CrowdSizes,
  dataDirectory: string,
  say: (sentence: string) => void,
): Promise<void> {
  const { rows } = await client.query<CrowdSizes>(`select (select count(*)::int from events) as events,
    (select count(*)::int from talks) as talks, (select count(*)::int from talk_comments) as comments,
    (select count(*)::int from users) as users`);
  const found = rows[0];
  if (found?.users === 0) {
    say(`Generating ${sizes.events} events with ${sizes.talks} talks (first run only) …`);
    await generateCrowd(client, sizes, () => undefined);
    await insertProgramme(client);
    await client.query('vacuum analyze');
    return;
  }
  const names = ['events', 'talks', 'comments', 'users'] as const;
  const expected = { ...sizes, events: sizes.events + programme.events, talks: sizes.talks + programme.talks };
  if (names.some((name) => found?.[name] !== expected[name])) {
    throw new OperatorError(
      `The database in ${dataDirectory} does not contain the benchmark data: remove that folder.`,
    );
  }
}
