import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshDatabase } from '../support/database.js';
import { startShowcase } from '../openapi/showcase.js';
import { driveEverything } from './drive.js';
import { listenIn, type Heard } from './listen-in.js';
import { digestsOfMigrations } from './migrations.js';
import { replay, type Recorded } from './replay.js';

/** The statements that a Lectern sends to PostgreSQL, starting with an empty database. */
export interface Recording {
  /** The selected GraphQL fields. */
  readonly fields: readonly string[];
  /** Each migration: the prefix of the hash of its statements. */
  readonly migrations: Readonly<Record<string, string>>;
  readonly session: readonly Recorded[];
}

const FILE = join(process.cwd(), 'test/fixtures/released-statements.json');

/** The recording of the last release. */
export const readRecording = () => JSON.parse(readFileSync(FILE, 'utf8')) as Recording;

/** One line per statement. */
export function writeRecording({ session, ...others }: Recording): void {
  const lines = session.map((one) => JSON.stringify(one)).join(',\n');
  writeFileSync(FILE, `${JSON.stringify(others).slice(0, -1)},"session":[\n${lines}\n]}\n`);
}

/** Executes every feature of this Lectern, and records its statements with their results when repeated. */
export async function record(): Promise<Recording> {
  const endListening = listenIn();
  // Include the queries that are only for shared caches.
  const service = await startShowcase({ CDN_MAX_AGE: '60' });
  const fields = await driveEverything(service);
  const heard = endListening();
  await service.stop();

  const session = withoutRepetition(heard.filter(({ text }) => !OF_THE_TESTS.test(text)));
  const database = await freshDatabase();
  const answers = await replay(database, session);
  const migrations = await digestsOfMigrations(database);
  await database.drop();
  const recorded = session.map((asked, index): Recorded => {
    const answer = answers[index] ?? 'The statement was not repeated';
    if (typeof answer === 'string') throw new Error(`Asked again, it fails: ${answer}: ${asked.text}`);
    return { ...asked, ...answer };
  });
  return { fields, migrations, session: recorded };
}

/** Statements that no service sends. */
const OF_THE_TESTS = /^(create database|with taken as)/;
const LITERAL = /'(?:[^']|'')*'/g;
/** Queries, also those of the event log. */
const READING = /^\s*(select|with head as materialized)\b(?!.*\b(nextval|setval)\b)/is;

/** Reads that differ only in their arguments are recorded once; writes depend on each other. */
function withoutRepetition(heard: readonly Heard[]): Heard[] {
  const reads = new Set<string>();
  return heard.filter(({ text }) => {
    if (!READING.test(text)) return true;
    const shape = text.replace(LITERAL, '?');
    return !reads.has(shape) && reads.add(shape);
  });
}
