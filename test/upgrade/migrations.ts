import { createHash } from 'node:crypto';
import { migrations } from '../../src/database/migrations/index.generated.js';
import { closeOrm, createOrm } from '../../src/database/orm.js';
import type { TestDatabase } from '../support/database.js';

/** The statements of each migration, by its name. */
export async function statementsOfMigrations({ address }: TestDatabase): Promise<Map<string, string>> {
  const orm = createOrm(address, 1);
  const texts = new Map<string, string>();
  for (const { name, class: Migration } of migrations) {
    const migration = new Migration(orm.em.getDriver(), orm.config);
    migration.up();
    texts.set(name, migration.getQueries().map(String).join(';\n'));
  }
  await closeOrm(orm);
  return texts;
}

/** Prefix of the hash of each migration's statements. */
export async function digestsOfMigrations(database: TestDatabase): Promise<Record<string, string>> {
  const digests = [...(await statementsOfMigrations(database))].map(([name, text]) => [
    name,
    createHash('sha256').update(text).digest('hex').slice(0, 16),
  ]);
  return Object.fromEntries(digests) as Record<string, string>;
}

/** Without function bodies, comments, and string literals. */
const bare = (text: string) =>
  text
    .replace(/\$\$.*?\$\$/gs, '')
    .replace(/--.*$/gm, '')
    .replace(/'(?:[^']|'')*'/g, "''");

/** Changes that affect an older running Lectern or its clients. */
const harms: readonly (readonly [step: RegExp, harm: string])[] = [
  [/\bdrop\s+(table|column|function|view|type|sequence|schema)\b/i, 'is still used'],
  [/\brename\b/i, 'is still used by its previous name'],
  [/\balter\s+(column\s+)?\S+\s+(set\s+data\s+)?type\b/i, 'is still read and written with its old type'],
  [/\bset\s+not\s+null\b/i, 'may still be written as null'],
  [/\badd\s+column\b(?![^,;]*\b(default|generated)\b)[^,;]*\bnot\s+null\b/i, 'is not written by older versions'],
  [/\badd\s+(constraint\s+\S+\s+)?(check|unique|foreign|primary|exclude)\b/i, 'may still be broken'],
];

/** The steps of a migration that need a later release, each with its reason. */
export function harmfulSteps(text: string): string[] {
  const created = new Set([...bare(text).matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?(\S+)/gi)].map(nameOf));
  return bare(text)
    .split(';')
    .flatMap((step) => [
      ...harms.filter(([form]) => form.test(step)).map(([, harm]) => `${plain(step)}: ${harm}`),
      ...(locksWriters(step, created) ? [`${plain(step)}: blocks writes while it runs`] : []),
    ]);
}

const nameOf = ([, name = '']: RegExpMatchArray) => name;
const plain = (step: string) => step.replace(/\s+/g, ' ').trim();

/** Tables of the same migration are empty, and unused so far. */
function locksWriters(step: string, created: ReadonlySet<string>): boolean {
  const [, table] = /\bcreate\s+(?:unique\s+)?index\s+(?!concurrently)\S+\s+on\s+(\S+)/i.exec(step) ?? [];
  return table !== undefined && !created.has(table);
}
