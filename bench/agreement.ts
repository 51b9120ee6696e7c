import { isDeepStrictEqual } from 'node:util';
import { OperatorError } from '../src/operator-error.js';
import type { Driver } from './driver.js';
import type { Asked } from './reads.js';

/**
 * Asks two servers for the same pages: who answers less has less to do, and nothing could be learned from a comparison.
 *
 * @param name of the other way
 * @param ours how Lectern is asked for the same, at the door that `asked` names
 * @throws OperatorError when the answers differ
 */
export async function requireAgreement(
  name: string,
  lectern: Driver,
  ours: Asked,
  other: Driver,
  asked: Asked,
): Promise<void> {
  for (const [index, wanted] of asked.requests.entries()) {
    const beside = ours.requests[index];
    if (!beside) throw new OperatorError(`${name} is asked for more pages than Lectern.`);
    const expected = asked.ofLectern(JSON.parse((await lectern.fetch(beside)).toString()));
    const answered = asked.shown(JSON.parse((await other.fetch(wanted)).toString()));
    const difference = firstDifference(expected, answered, '$');
    if (difference === null) continue;
    throw new OperatorError(
      `"${name}" answers ${wanted.path} otherwise than Lectern answers ${beside.path}, at ${difference}: ` +
        'mend bench/comparators first.',
    );
  }
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
