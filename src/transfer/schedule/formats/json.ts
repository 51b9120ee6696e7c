import { unreadable } from './problems.js';
import { MAX_DEPTH, MAX_TALKS, MAX_VALUES } from './schedule.js';

/** Untyped JSON: values of an unexpected type count as missing. */
export type Members = Readonly<Record<string, unknown>>;

/**
 * Parses JSON with limits of nesting and of values: 10 MB of empty objects would exhaust the memory of the process.
 *
 * @throws UnreadableSchedule
 */
export function parseJson(text: string): unknown {
  requireLight(text);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw unreadable('FILE_UNREADABLE', 'invalid JSON');
  }
}

/** Counts brackets and commas outside strings. A regular expression would overflow its stack on a string of megabytes. */
function requireLight(text: string): void {
  let depth = 0;
  let values = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isString && character === '\\') at += 1;
    else if (character === '"') isString = !isString;
    else if (isString) continue;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    else if (character === ',') values += 1;
    if (depth > MAX_DEPTH) throw unreadable('TOO_DEEP', MAX_DEPTH);
    if (values > MAX_VALUES) throw unreadable('FILE_UNREADABLE', `more than ${MAX_VALUES} values`);
  }
}

/** What unknown JSON is, in words. */
export function contentOf(json: unknown): string {
  const item = Array.isArray(json) ? (json as unknown[])[0] : json;
  const names = Object.keys(membersOf(item)).slice(0, 5);
  const what = Array.isArray(json) ? 'a JSON list' : 'a JSON object';
  return names.length > 0 ? `${what} with ${names.join(', ')}` : what;
}

/** The own members of an object; none for any other value. */
export const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { __proto__: null, ...value } : {};

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The talks of a file. @throws UnreadableSchedule if there are too many, before each of them takes memory */
export function talksIn<Item>(talks: readonly Item[]): readonly Item[] {
  if (talks.length > MAX_TALKS) throw unreadable('TOO_MANY_TALKS', MAX_TALKS);
  return talks;
}

/** A text or a number; null for any other value. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
}

/** A text, or the one of a record of translations in this order: English, then any other. */
export function localText(value: unknown): string | null {
  const translations = membersOf(value);
  return (
    textOf(value) ??
    textOf(translations['en']) ??
    Object.values(translations)
      .map(textOf)
      .find((text) => text !== null) ??
    null
  );
}

export const textsIn = (value: unknown): string[] => listOf(value).flatMap((item) => textOf(item) ?? []);
