import { isDeepStrictEqual } from 'node:util';
import { OperatorError } from '../src/config/operator-error.js';
import type { Driver } from './driver.js';
import type { Asked } from './reads.js';

/**
 * Requires that two servers return the same pages: a server that returns less would have an unfair advantage.
 *
 * @param name name of the other way
 * @param ours the equivalent requests to Lectern, at the interface that `asked` names
 * @throws OperatorError if the responses differ
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
    if (!beside) throw new OperatorError(`${name} has more requests than Lectern.`);
    const expected = asked.ofLectern(JSON.parse((await lectern.fetch(beside)).toString()));
    const answered = asked.shown(JSON.parse((await other.fetch(wanted)).toString()));
    const difference = firstDifference(expected, answered, '$');
    if (difference === null) continue;
    throw new OperatorError(
      `"${name}" returns another response to ${wanted.path} than Lectern to ${beside.path}, at ${difference}: ` +
        'fix bench/comparators first.',
    );
  }
}

/** Path and values of the first difference of two JSON values; null if they are equal. */
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
