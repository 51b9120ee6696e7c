/** Where texts become bytes: nothing else runs meanwhile, so one is enough for all. */
const scratch = Buffer.allocUnsafeSlow(256 * 1024);
/** What one unit of a text takes at most, in UTF-8. */
const BYTES_PER_UNIT = 3;

/**
 * The bytes of `JSON.stringify`, each record of a list made by itself. A page as one text takes twice the time: a single
 * character beyond Latin-1 makes all of it twice as wide, and texts of that length get memory of their own.
 *
 * @param body plain data
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

function* piecesOf(body: object): Generator<string, void> {
  if (Array.isArray(body)) return yield* piecesOfList(body);
  let before = '{';
  for (const [name, value] of Object.entries(body) as [string, unknown][]) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    if (Array.isArray(value)) yield* piecesOfList(value);
    else yield JSON.stringify(value);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

function* piecesOfList(list: readonly unknown[]): Generator<string, void> {
  yield '[';
  for (const [index, item] of list.entries()) {
    if (index > 0) yield ',';
    yield JSON.stringify(item ?? null);
  }
  yield ']';
}
