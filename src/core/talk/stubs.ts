import { randomBytes } from 'node:crypto';

/** Stubs, which identify talks in short URLs (contract §4.2). */

const STUB_DIGITS = 5;
/** Fallback length if the shorter stubs run out: enough digits that some are always free. */
const LONG_STUB_DIGITS = 10;
/** Among this many random stubs, one is free until nearly all are taken. */
const STUB_BATCH_SIZE = 50;

const randomStub = (digits: number): string => randomBytes(digits).toString('hex').slice(-digits);

/** Random stubs of five hexadecimal digits (contract §4.2), which may be taken. */
export const shortStubs = (count = STUB_BATCH_SIZE): string[] =>
  Array.from({ length: count }, () => randomStub(STUB_DIGITS));

/** A random stub of ten digits, which is free. */
export const longStub = (): string => randomStub(LONG_STUB_DIGITS);

/**
 * Yields random stubs without end, which may be taken: first of five hexadecimal digits (contract §4.2), then of ten.
 */
export function* stubCandidates(): Generator<string, never> {
  yield* shortStubs();
  for (;;) yield longStub();
}

/**
 * Returns distinct free stubs for many talks; long ones where the short ones are taken.
 *
 * @param takenOf returns those of the candidates that talks have
 */
export async function distinctStubs(
  count: number,
  takenOf: (candidates: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<string[]> {
  if (count === 0) return [];
  const short = new Set(shortStubs(2 * count + STUB_BATCH_SIZE));
  const taken = await takenOf([...short]);
  const free = [...short].filter((stub) => !taken.has(stub)).slice(0, count);
  const long = Array.from({ length: count - free.length }, longStub);
  return [...free, ...long];
}
