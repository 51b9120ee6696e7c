import { z } from 'zod';
import { OperatorError } from '../../operator-error.js';
import type { Source } from './source.js';
import { meta } from './wire.js';

const GIVE_EVENT = 'Give --from the address of an event in the API, such as https://api.example.org/v2.1/events/5.';
const PAGE_SIZE = '50';
/** 50 000 records, where the server keeps to our size: a hundred times what the largest conferences have. */
const MOST_PAGES = 1_000;
const MOST_RECORDS = 100_000;

/** The records of a list, in its order, and how many the server says there are; null when it does not say. */
export interface Listed<Item> {
  readonly records: Item[];
  readonly total: number | null;
}

interface Page<Item> {
  readonly records: Item[];
  readonly meta: z.output<typeof meta>;
  /** Where it was read. */
  readonly url: URL;
}

/**
 * One page of a list, or the list of one that a record is in.
 *
 * @param name the member of the answer that holds the records
 * @throws OperatorError as `Source.json`; when the answer is not as v2.1 has it, it names the members
 */
export async function pageAt<Item extends z.ZodType>(
  source: Source,
  address: string,
  name: string,
  item: Item,
): Promise<Page<z.output<Item>>> {
  const url = new URL(address);
  url.searchParams.set('verbose', 'yes');
  const answer = await source.json(url.href);
  if (!Object.hasOwn(Object(answer) as object, name)) {
    throw new OperatorError(`${url.href} holds no ${name}. ${GIVE_EVENT}`);
  }
  const { success, data, error } = z.object({ records: z.array(item), meta }).safeParse(inOwnWords(answer, name));
  if (success) return { ...data, url };
  const { path = [], message = '' } = error.issues[0] ?? {};
  const member = path.map((key) => (key === 'records' ? name : String(key))).join('.');
  throw new OperatorError(
    `${url.href} does not answer as v2.1 does: ${printable(`${member}: ${message}`)}. ${GIVE_EVENT}`,
  );
}

/**
 * Every record of a list, page after page, as the server leads on.
 *
 * @param read is told after each page how many records have come
 * @throws OperatorError as `pageAt`, and when the pages lead in a circle or never end
 */
export async function everyRecord<Item extends z.ZodType>(
  source: Source,
  address: string,
  name: string,
  item: Item,
  read: (count: number) => void,
): Promise<Listed<z.output<Item>>> {
  const records: z.output<Item>[] = [];
  const seen = new Set<string>();
  const first = new URL(address);
  first.searchParams.set('resultsperpage', PAGE_SIZE);
  for (let next: string | null = first.href; ;) {
    const page: Page<z.output<Item>> = await pageAt(source, next, name, item);
    if (seen.has(page.url.href)) throw new OperatorError(`${page.url.href} comes twice: the pages lead in a circle.`);
    seen.add(page.url.href);
    records.push(...page.records);
    read(records.length);
    if (records.length > MOST_RECORDS)
      throw new OperatorError(`${address} has more than ${MOST_RECORDS} records: no conference has.`);
    next = page.meta.nextPage;
    if (next === null) return { records, total: page.meta.total };
    if (seen.size === MOST_PAGES)
      throw new OperatorError(`${address} has more than ${MOST_PAGES} pages: no conference has.`);
  }
}

/** The answer with its records under a name of ours; anything else as it is, for the schema to refuse. */
function inOwnWords(answer: unknown, name: string): unknown {
  const { [name]: records, meta: rest } = Object(answer) as Record<string, unknown>;
  return { records, meta: rest };
}

/** What another server says, without what a terminal would obey. */
const printable = (text: string): string => text.replace(/\p{C}/gu, '\ufffd');
