import { looked, type Sighting } from '../check.js';
import { withQuery, type Client } from '../client.js';
import { documentOf, type Document, type Json } from '../document.js';
import type { KindName } from '../kinds/kind.js';
import type { Visit } from '../visit.js';

/** A check that requests lists with parameters; `events` requests `/v2.1/events`. */
export type FilterRow = readonly [
  sections: string,
  title: string,
  needs: string,
  look: (visit: Visit, events: Ask) => AsyncIterable<Sighting>,
];

/** Requests a list with parameters; the default page size is 5. */
export type Ask = (parameters: Readonly<Record<string, string>>) => Promise<Document>;

const SMALL = { resultsperpage: '5' };

export const asking =
  (client: Client, path: string, kind: KindName): Ask =>
  async (parameters) =>
    documentOf(await client.ask(withQuery(path, { ...SMALL, ...parameters })), { kind, shape: 'list' }, false);

/** Asserts a member of each record of a list. */
export const each = (
  { exchange, entries }: Document,
  member: string,
  holds: (value: unknown, record: Json) => boolean,
  wanted: string,
): Sighting[] =>
  entries.map(({ path, record }) =>
    looked(exchange.url, `${path}.${member}`, holds(record[member], record), record[member], wanted),
  );
