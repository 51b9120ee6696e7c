/** A serialized record or object: JSON that is final. `JSON.stringify` accepts it too, but parses it again. */
export class JsonText {
  constructor(readonly text: string) {}

  toJSON(): Readonly<Record<string, unknown>> {
    return JSON.parse(this.text) as Readonly<Record<string, unknown>>;
  }
}

/** A long list of records, which are shaped one after another while they are encoded. */
export class RecordList {
  constructor(private readonly shaped: () => Iterable<object>) {}

  [Symbol.iterator] = (): Iterator<object> => this.shaped()[Symbol.iterator]();
}

/** Characters that JSON escapes, and surrogates, which it escapes if unpaired. */
const SPECIAL = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Serializes a string. Most need no escaping, and this test takes less time than `JSON.stringify`. */
export function quoted(text: string): string {
  return SPECIAL.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** Serializes a value of a member like `JSON.stringify`; undefined becomes null. */
export function jsonOf(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (value === null || typeof value === 'boolean' || Number.isInteger(value)) return String(value);
  return value instanceof JsonText ? value.text : (JSON.stringify(value) ?? 'null');
}

/** Shared encoding buffer: encoding is synchronous, so one buffer suffices. */
const scratch = Buffer.allocUnsafeSlow(256 * 1024);
/** Maximum UTF-8 bytes per UTF-16 code unit. */
const BYTES_PER_UNIT = 3;

/**
 * Encodes like `JSON.stringify`, but each record of a list separately. Encoding a page as one string takes twice the
 * time: a single character outside Latin-1 doubles the width of the whole string, and V8 allocates such long strings
 * separately.
 *
 * @param body plain data or `JsonText`
 */
export function jsonBytes(body: object): Buffer {
  const done: Buffer[] = [];
  let length = 0;
  for (const piece of piecesOf(body)) {
    const most = piece.length * BYTES_PER_UNIT;
    if (length + most > scratch.length) {
      done.push(Buffer.from(scratch.subarray(0, length)));
      length = 0;
    }
    if (most > scratch.length) done.push(Buffer.from(piece));
    else length += scratch.write(piece, length);
  }
  return Buffer.concat([...done, scratch.subarray(0, length)]);
}

/** Whether the document has a long list. */
export const isLong = (body: object): boolean => Object.values(body).some((value) => value instanceof RecordList);

/** The pieces of the document, as `jsonBytes` encodes them. */
export function* piecesOf(body: object): Generator<string, void> {
  if (Array.isArray(body)) return yield* piecesOfList(body);
  let before = '{';
  for (const [name, value] of Object.entries(body) as [string, unknown][]) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    if (Array.isArray(value) || value instanceof RecordList) yield* piecesOfList(value);
    else yield jsonOf(value);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

function* piecesOfList(list: Iterable<unknown>): Generator<string, void> {
  yield '[';
  let separator = '';
  for (const item of list) {
    yield separator + jsonOf(item);
    separator = ',';
  }
  yield ']';
}
