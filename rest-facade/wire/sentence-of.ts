import type { Problem, Reason } from '../../src/core/errors.js';
import { sentences, wireName, type FieldNames, type OwnSentences } from './errors.js';

/**
 * Formats the v2.1 message of a problem.
 *
 * @param given returns the value of a wire field in the request
 */
export function sentenceOf(
  { reason, field = '', limit, suggestions }: Problem,
  own: OwnSentences,
  names: FieldNames | undefined,
  given: (name: string) => string,
): string {
  const sentence = own[`${reason}.${field}`] ?? own[reason] ?? sentences[reason];
  const name = wireName(field, names);
  const expanded = sentence
    .replaceAll('{field}', name)
    .replace('{limit}', String(limit))
    .replace('{given}', () => given(name));
  return suggestions ? `${expanded}. Did you mean ${suggestions.join(' or ')}?` : expanded;
}

/** Combined message of several problems with the same reason; undefined if the row defines none. */
export function sentenceOfAll(
  problems: readonly Problem[],
  together: Readonly<Partial<Record<Reason, string>>>,
  names?: FieldNames,
): string | undefined {
  const [first, second] = problems;
  if (!first || !second || problems.some(({ reason }) => reason !== first.reason)) return undefined;
  const fields = problems.map(({ field = '' }) => `'${wireName(field, names)}'`).join(', ');
  return together[first.reason]?.replace('{fields}', fields);
}
