import { CsvError, parse, type Options } from 'csv-parse/sync';
import { unreadable } from './problems.js';
import { MAX_PARTS, MAX_TALKS, MAX_VALUES } from './schedule.js';

const DELIMITERS = [';', '\t', ','] as const;

/**
 * Parses the records of a CSV file.
 *
 * @param delimiter detected if omitted: the most frequent one outside quotes in the first line
 * @throws UnreadableSchedule
 */
export function csvRows(text: string, delimiter = delimiterOf(text), limit = MAX_TALKS + 2): string[][] {
  requireLight(text, delimiter);
  const options = {
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    to: limit,
  } satisfies Options;
  try {
    const rows: string[][] = parse(text, options);
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line: unknown = Reflect.get(error, 'lines');
    throw unreadable('FILE_UNREADABLE', typeof line === 'number' ? `invalid quotes in line ${line}` : 'invalid quotes');
  }
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
export const firstCsvRow = (text: string): readonly string[] => csvRows(text, undefined, 1)[0] ?? [];

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
