import { CsvError, parse, type Options } from 'csv-parse/sync';
import { problem, unreadable, type ScheduleProblem } from './problems.js';
import { MAX_PARTS, MAX_TALKS, MAX_VALUES } from './schedule.js';

const DELIMITERS = [';', '\t', ','] as const;

export interface CsvRows {
  readonly rows: string[][];
  readonly problems: readonly ScheduleProblem[];
}

/** Of stray quotes, each of which takes another pass. */
const MAX_REPAIRS = 10;

/**
 * Parses the records of a CSV file. A quote that nothing closes costs only the quotes of its line.
 *
 * @param delimiter that of a first line `sep=;`, or the most frequent one outside quotes in the first line, if omitted
 * @throws UnreadableSchedule
 */
export function csvRows(text: string, delimiter?: string, limit = MAX_TALKS + 2): CsvRows {
  const [named, separator] = SEPARATOR_LINE.exec(text) ?? [''];
  const table = text.slice(named.length);
  const by = delimiter ?? separator ?? delimiterOf(table);
  requireLight(table, by);
  const problems: ScheduleProblem[] = [];
  for (let content = table; ;) {
    const parsed = parseRecords(content, by, limit);
    const isLast = problems.length === MAX_REPAIRS;
    if (parsed.rows && (isLast || !parsed.stray)) return { rows: parsed.rows, problems };
    const { begin, row } = parsed.stray ?? { begin: 0, row: 1 };
    if (isLast) throw unreadable('FILE_UNREADABLE', `invalid quotes in row ${row}`);
    content = withoutQuotes(content, begin);
    problems.push(problem('QUOTE_UNCLOSED', { row }));
  }
}

/** A line that Excel reads, and some programs write, before the heading. */
const SEPARATOR_LINE = /^\ufeff?sep=(.)\r?\n/i;

interface Parsed {
  /** Undefined if nothing closes a quote. */
  readonly rows?: string[][];
  /** The first row with a stray quote, and the byte at which it begins. */
  readonly stray?: { readonly begin: number; readonly row: number } | undefined;
}

function parseRecords(text: string, delimiter: string, limit: number): Parsed {
  let next = { begin: 0, row: 1 };
  let stray: typeof next | undefined;
  let columns = 0;
  const options = {
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    to: limit,
    on_record: (record: string[], { bytes, records }) => {
      columns ||= record.length;
      if (isTorn(record, columns, delimiter)) stray ??= next;
      next = { begin: bytes, row: records + 1 };
      return record;
    },
  } satisfies Options<string[]>;
  try {
    return { rows: parse(text, options), stray };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { stray: stray ?? next };
  }
}

/** Whether a cell contains the rest of its row and of others, which a stray quote took for its text. */
const isTorn = (record: readonly string[], columns: number, delimiter: string): boolean =>
  record.some(
    (cell) =>
      /[\r\n]/.test(cell) &&
      (cell.startsWith('"') || (record.length < columns && cell.split(delimiter, columns).length >= columns)),
  );

/** A text without the quotes of the first line that begins at or after a byte. */
function withoutQuotes(text: string, begin: number): string {
  const bytes = Buffer.from(text);
  const rest = bytes.subarray(begin).toString();
  const [line = ''] = /^\s*[^\r\n]*/.exec(rest) ?? [];
  return `${bytes.subarray(0, begin).toString()}${line.replaceAll('"', '')}${rest.slice(line.length)}`;
}

/** Limits the cells: 10 MB of delimiters would take 600 MB and 8 s. Those in quotes count as well, but texts have few. */
function requireLight(text: string, delimiter: string): void {
  let cells = 0;
  for (let at = text.indexOf(delimiter); at >= 0; at = text.indexOf(delimiter, at + 1)) {
    cells += 1;
    if (cells > MAX_VALUES) throw unreadable('FILE_UNREADABLE', `more than ${MAX_VALUES} cells`);
  }
}

/** The first record, from which the format is detected. */
export const firstCsvRow = (text: string): readonly string[] => csvRows(text, undefined, 1).rows[0] ?? [];

function delimiterOf(text: string): string {
  const end = text.search(/[\r\n]/);
  const heading = (end < 0 ? text : text.slice(0, end)).replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => heading.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

const SUFFIX = /^\s*(?:jr|sr|ii|iii|iv|ph\.?d|md|msc|bsc|dr)\b/i;
const FAMILY_AND_GIVEN = /^\s*[^\s,]+,\s*[^\s,]+\s*$/;
const TWO_FULL_NAMES = /^(\S+(?:\s+(?!and\b|und\b|et\b)[^\s&]+)+)\s+(?:and|und|et|&)\s+(\S+(?:\s+\S+)+)$/iu;
const MAX_PAIR_LENGTH = 200;

/**
 * Splits names at `|`, `;` or line breaks; without any of them, at commas, except those in brackets, those of suffixes such
 * as `Jr.`, and the one of `Family, Given`. Two full names may also be joined by `and` or `&`.
 */
export function namesIn(text: string): string[] {
  if (/[|;\n]/.test(text)) return text.split(/[|;\n]/, MAX_PARTS + 1).map((name) => name.trim());
  if (text.length <= MAX_PAIR_LENGTH && FAMILY_AND_GIVEN.test(text)) return [text.trim()];
  return atCommas(text).flatMap((name) => {
    const [, one, other] = (name.length <= MAX_PAIR_LENGTH && TWO_FULL_NAMES.exec(name)) || [];
    return one === undefined || other === undefined ? [name] : [one, other];
  });
}

function atCommas(text: string): string[] {
  const names: string[] = [];
  let depth = 0;
  let begin = 0;
  for (let at = 0; at < text.length && names.length <= MAX_PARTS; at += 1) {
    const character = text[at];
    if (character === '(' || character === '[') depth += 1;
    else if ((character === ')' || character === ']') && depth > 0) depth -= 1;
    else if (character === ',' && depth === 0 && !SUFFIX.test(text.slice(at + 1, at + 10))) {
      names.push(text.slice(begin, at).trim());
      begin = at + 1;
    }
  }
  // Too many are a problem of the talk, whatever follows.
  return names.length > MAX_PARTS ? names : [...names, text.slice(begin).trim()];
}
