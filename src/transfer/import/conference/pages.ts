import { z } from 'zod';
import { OperatorError } from '../../../config/operator-error.js';
import type { Source } from './source.js';
import { meta } from './wire.js';

const URL_HINT = 'Specify the URL of an event in the API with --from, such as https://api.example.org/v2.1/events/5.';
const PAGE_SIZE = '50';
/** 50 000 records, if the server accepts the page size: 100 times the size of the largest conferences. */
const MAX_PAGES = 1_000;
const MAX_RECORDS = 100_000;

/** The records of a list in its order, and the server's total; null if it reports none. */
export interface Listed<Item> {
  readonly records: Item[];
  readonly total: number | null;
}

interface Page<Item> {
  readonly records: Item[];
  readonly meta: z.output<typeof meta>;
  /** The URL of the page. */
  readonly url: URL;
}

/**
 * Reads one page of a list, or the single-element list of a record.
 *
 * @param name the member of the response that holds the records
 * @throws OperatorError as `Source.json`; for an invalid v2.1 response it names the member
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
    throw new OperatorError(`${url.href} contains no ${name}. ${URL_HINT}`);
  }
  const { success, data, error } = z.object({ records: z.array(item), meta }).safeParse(normalized(answer, name));
  if (success) return { ...data, url };
  const { path = [], message = '' } = error.issues[0] ?? {};
  const member = path.map((key) => (key === 'records' ? name : String(key))).join('.');
  throw new OperatorError(
    `${url.href} is not a valid v2.1 response: ${printable(`${member}: ${message}`)}. ${URL_HINT}`,
  );
}

/**
 * Reads all records of a list, following the links to the next page.
 *
 * @param read called after each page with the number of records so far
 * @throws OperatorError as `pageAt`, and when the pages form a cycle or exceed the limits
 */
export async function readAllRecords<Item extends z.ZodType>(
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
    if (seen.has(page.url.href)) throw new OperatorError(`${page.url.href} was read twice: the pages form a cycle.`);
    seen.add(page.url.href);
    records.push(...page.records);
    read(records.length);
    if (records.length > MAX_RECORDS)
      throw new OperatorError(`${address} exceeds the limit of ${MAX_RECORDS} records.`);
    next = page.meta.nextPage;
    if (next === null) return { records, total: page.meta.total };
    if (seen.size === MAX_PAGES) throw new OperatorError(`${address} exceeds the limit of ${MAX_PAGES} pages.`);
  }
}

/** Renames the records member; anything invalid passes through for the schema to reject. */
function normalized(answer: unknown, name: string): unknown {
  const { [name]: records, meta: rest } = Object(answer) as Record<string, unknown>;
  return { records, meta: rest };
}

/** Strips control characters from remote text before it reaches a terminal. */
const printable = (text: string): string => text.replace(/\p{C}/gu, '\ufffd');
