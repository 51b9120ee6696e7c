import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshDatabase } from '../support/database.js';
import { startShowcase } from '../openapi/showcase.js';
import { driveEverything } from './drive.js';
import { listenIn, type Heard } from './listen-in.js';
import { digestsOfMigrations } from './migrations.js';
import { replay, type Recorded } from './replay.js';

/** What a Lectern asks of PostgreSQL, from an empty database on. */
export interface Recording {
  /** The fields of the graph that were asked for meanwhile. */
  readonly fields: readonly string[];
  /** What each migration did: the beginning of the hash of its statements. */
  readonly migrations: Readonly<Record<string, string>>;
  readonly session: readonly Recorded[];
}

const FILE = join(process.cwd(), 'test/fixtures/released-statements.json');

/** That of the last release. */
export const readRecording = () => JSON.parse(readFileSync(FILE, 'utf8')) as Recording;

/** A line for each statement. */
export function writeRecording({ session, ...others }: Recording): void {
  const lines = session.map((one) => JSON.stringify(one)).join(',\n');
  writeFileSync(FILE, `${JSON.stringify(others).slice(0, -1)},"session":[\n${lines}\n]}\n`);
}

/** Has this Lectern do everything that it does, and notes what it asks, and what comes of it when it is asked again. */
export async function record(): Promise<Recording> {
  const endListening = listenIn();
  // What is looked up for shared caches alone is looked up, too.
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
    const answer = answers[index] ?? 'It was not asked';
    if (typeof answer === 'string') throw new Error(`Asked again, it fails: ${answer}: ${asked.text}`);
    return { ...asked, ...answer };
  });
  return { fields, migrations, session: recorded };
}

/** What no service asks. */
const OF_THE_TESTS = /^(create database|with taken as)/;
const LITERAL = /'(?:[^']|'')*'/g;
const READING = /^\s*select\b(?!.*\b(nextval|setval)\b)/is;

/** Reads that differ in what they look for alone are asked once; writes build on each other. */
function withoutRepetition(heard: readonly Heard[]): Heard[] {
  const reads = new Set<string>();
  return heard.filter(({ text }) => {
    if (!READING.test(text)) return true;
    const shape = text.replace(LITERAL, '?');
    return !reads.has(shape) && reads.add(shape);
  });
}
