import type { Queue } from '../src/core/reads/scans.js';
import { nextSlice } from '../src/database/time-slice.js';

/** A value of up to this many characters is serialized natively in one call, in about 1 ms. */
const NATIVE_LENGTH = 128 * 1024;
const CHUNK_LENGTH = 64 * 1024;

/** What bounds the long texts of a process. */
interface LongTexts {
  /** Runs their serialization. */
  readonly inTurn: Queue;
  /** Called with the length of each chunk; false ends the serialization. */
  readonly accepts: (bytes: number) => boolean;
}

const unbounded: LongTexts = { inTurn: (work) => work(), accepts: () => true };

/**
 * Serializes a JSON value (data without `toJSON`), and stops as soon as it exceeds `maxBytes`. The text may be far
 * larger than the value in memory, where aliases share one string.
 *
 * @returns the UTF-8 chunks; null if `maxBytes` is exceeded, or a chunk is not accepted
 */
export async function writeJson(
  value: object,
  maxBytes: number,
  { inTurn, accepts } = unbounded,
): Promise<Buffer[] | null> {
  if (roomAfter(value, NATIVE_LENGTH) >= 0) {
    const bytes = Buffer.from(JSON.stringify(value));
    return bytes.length > maxBytes ? null : [bytes];
  }
  return inTurn(() => writeChunks(value, maxBytes, accepts));
}

async function writeChunks(value: object, maxBytes: number, accepts: LongTexts['accepts']): Promise<Buffer[] | null> {
  const chunks: Buffer[] = [];
  let written = 0;
  let text = '';
  const flush = (): boolean => {
    const chunk = Buffer.from(text);
    text = '';
    chunks.push(chunk);
    written += chunk.length;
    return written <= maxBytes && accepts(chunk.length);
  };
  for (const piece of piecesOf(value)) {
    text += piece;
    if (text.length < CHUNK_LENGTH) continue;
    if (!flush()) return null;
    await nextSlice();
  }
  return flush() ? chunks : null;
}

/** The JSON text of data without `toJSON`, in pieces, each of which is quick to serialize unless it is a single string. */
export function* piecesOf(value: unknown): Generator<string, void> {
  if (!isContainer(value) || roomAfter(value, NATIVE_LENGTH) >= 0) return yield JSON.stringify(value) ?? 'null';
  const isList = Array.isArray(value);
  yield isList ? '[' : '{';
  let separator = '';
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined && !isList) continue;
    yield isList ? separator : `${separator}${JSON.stringify(key)}:`;
    yield* piecesOf(member);
    separator = ',';
  }
  yield isList ? ']' : '}';
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Estimates the characters left after a value; returns early with a negative number if it does not fit. */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length - 2;
  if (!isContainer(value)) return room - 6;
  let left = room;
  if (Array.isArray(value)) {
    for (const item of value) if ((left = roomAfter(item, left - 1)) < 0) return left;
    return left;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const key in members) if ((left = roomAfter(members[key], left - key.length - 4)) < 0) return left;
  return left;
}
