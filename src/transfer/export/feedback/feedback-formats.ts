import { stringify } from 'csv-stringify/sync';
import type { FeedbackRow } from '../../../core/feedback/feedback-rows.js';

/** Columns in the order of the file (docs/feedback.md, Export). */
const columns = [
  ...['talk_id', 'talk_guid', 'talk_title', 'starts_at', 'tracks', 'speakers'],
  ...['comment_id', 'kind', 'created_at', 'edited_at', 'rating', 'counts', 'is_private', 'is_reported'],
  ...['author', 'source', 'text'],
] as (keyof FeedbackRow & string)[];

type Batches = AsyncIterable<readonly FeedbackRow[]>;

/** A format of exported feedback. */
export interface FeedbackFormat {
  readonly contentType: string;
  /** The text of a file, in parts. */
  readonly text: (batches: Batches) => AsyncGenerator<string>;
}

const BOM = '\uFEFF';

/**
 * RFC 4180 with a byte order mark, by which Excel detects UTF-8. Spreadsheets would execute cells that begin with a
 * formula character, so these get a leading apostrophe. Names in a list are separated by `; `.
 */
async function* csv(batches: Batches): AsyncGenerator<string> {
  const options = {
    columns,
    ...{ record_delimiter: '\r\n', escape_formulas: true },
    // Readers also end a record at a lone carriage return.
    quoted_match: /[\r\n]/,
    cast: {
      boolean: String,
      object: (value: unknown) => (Array.isArray(value) ? value.join('; ') : ''),
    },
  };
  yield BOM + stringify([], { ...options, header: true });
  for await (const rows of batches) yield stringify([...rows], options);
}

async function* json(batches: Batches): AsyncGenerator<string> {
  let before = '[\n';
  for await (const rows of batches) {
    for (const row of rows) {
      yield before + JSON.stringify(row);
      before = ',\n';
    }
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

async function* ndjson(batches: Batches): AsyncGenerator<string> {
  for await (const rows of batches) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** The formats by their file extension. */
export const feedbackFormats: Readonly<Record<'csv' | 'json' | 'ndjson', FeedbackFormat>> = {
  csv: { contentType: 'text/csv; charset=utf-8; header=present', text: csv },
  json: { contentType: 'application/json; charset=utf-8', text: json },
  ndjson: { contentType: 'application/x-ndjson; charset=utf-8', text: ndjson },
};
