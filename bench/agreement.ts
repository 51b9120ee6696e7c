import { isDeepStrictEqual } from 'node:util';
import { OperatorError } from '../src/operator-error.js';
import type { BenchRequest, Driver } from './driver.js';

/**
 * Asks two servers for the same pages: who answers less has less to do, and nothing could be learned from a comparison.
 *
 * @returns the mean size of an answer in bytes
 * @throws OperatorError when the documents differ
 */
export async function requireAgreement(
  lectern: Driver,
  yardstick: Driver,
  requests: readonly BenchRequest[],
): Promise<number> {
  let bytes = 0;
  for (const wanted of requests) {
    const [ours, theirs] = [await lectern.fetch(wanted), await yardstick.fetch(wanted)];
    bytes += ours.length;
    const difference = firstDifference(JSON.parse(ours.toString()), JSON.parse(theirs.toString()), '$');
    if (difference === null) continue;
    throw new OperatorError(
      `The yardstick answers ${wanted.path} differently from Lectern, at ${difference}: mend bench/yardstick first.`,
    );
  }
  return bytes / requests.length;
}

/** Where two JSON values differ, as a path with both values; null when they are equal. */
function firstDifference(ours: unknown, theirs: unknown, path: string): string | null {
  if (isDeepStrictEqual(ours, theirs)) return null;
  if (!isRecord(ours) || !isRecord(theirs)) return `${path} (${JSON.stringify(ours)} and ${JSON.stringify(theirs)})`;
  for (const name of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const difference = firstDifference(ours[name], theirs[name], `${path}.${name}`);
    if (difference !== null) return difference;
  }
  return path;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
