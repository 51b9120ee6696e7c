import { signatureOf } from '../../src/core/reads/order.js';
import { readdir } from 'node:fs/promises';
import type { ChildList, PageRequest, RootList } from '../../src/core/reads/page.js';
import type { Run, Statement } from '../../src/database/sql/statement.js';
import type { Visibility } from '../../src/core/rules.js';

const FOLDER = new URL('../../src/core/reads/', import.meta.url);
/** Rare, interactive reads of operators, which may scan every row. */
const FOR_OPERATORS = /^operator-/;

type Found = Statement<unknown, unknown> | RootList<unknown, unknown> | ChildList<unknown, unknown>;
/** A read: a statement, a list of its own, or one that belongs to records. */
interface Read {
  readonly name: string;
  readonly found: Found;
}

const levels: readonly Visibility[] = ['public', 'hosted', 'everything'];
/** The results of `byVisibility` are anonymous functions; other functions have names. */
const isByLevel = (value: unknown): value is (level: Visibility) => Found =>
  typeof value === 'function' && value.name === '';
const isRead = (value: unknown): value is Found =>
  typeof value === 'object' && value !== null && ['text', 'page', 'pages'].some((member) => member in value);

/** Every read that `src/core/reads` exports for clients, for each visibility: new ones are found here. */
export async function everyRead(): Promise<Read[]> {
  const reads: Read[] = [];
  for (const file of (await readdir(FOLDER)).filter((name) => name.endsWith('.js') && !FOR_OPERATORS.test(name))) {
    const exported = (await import(new URL(file, FOLDER).href)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) {
      if (isRead(value)) reads.push({ name, found: value });
      if (isByLevel(value)) reads.push(...levels.map((level) => ({ name: `${name}, ${level}`, found: value(level) })));
    }
  }
  return reads;
}

/** Possible arguments of all statements; one that needs another fails the test that runs it. */
export type Answers = Readonly<Record<string, unknown>>;

/**
 * Runs it with these arguments: a list from its beginning, after and before a cursor of that page, and from its end.
 *
 * @param parents the records of lists that belong to records
 */
export async function runRead({ found }: Read, run: Run, answers: Answers, parents: readonly string[]): Promise<void> {
  const asked = new Proxy(answers, {
    get(target, key) {
      if (!(key in target)) throw new Error(`Add a sample value for the new argument "${String(key)}"`);
      return target[String(key)];
    },
  });
  if ('text' in found) {
    await run(found, asked);
    return;
  }
  const page = async (request: PageRequest) =>
    'page' in found
      ? [await found.page(run, { ...answers }, request)]
      : found.pages(run, { ...answers }, parents, request);
  const [first] = await page({ limit: 20 });
  const row = first?.nodes.at(-1) as Record<string, unknown> | undefined;
  if (first && row) {
    const fields = first.cursorFields.map((field) => String(row[field]));
    const cursor = [signatureOf(first.cursorFields, first.isSealed), ...fields];
    await page({ limit: 20, cursor });
    await page({ limit: 20, cursor, backwards: true });
  }
  await page({ limit: 20, backwards: true });
}
