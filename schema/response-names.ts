import { fail } from '../src/core/errors.js';
import { limits } from './limits.js';
import type { MergedField } from './merged-fields.js';

const checked = new WeakSet<readonly MergedField[]>();

/**
 * Bounds amplification by aliases: each alias of a field repeats the whole value of the field.
 *
 * @throws DomainError TOO_LARGE if there are too many root fields, or too many aliases of one field below the root
 */
export function checkResponseNames(rootFields: readonly MergedField[]): void {
  if (checked.has(rootFields)) return;
  if (rootFields.length > limits.rootFields) throw fail('TOO_LARGE', 'TOO_COSTLY');
  for (const { fields } of rootFields) checkBelow(fields);
  checked.add(rootFields);
}

function checkBelow(fields: readonly MergedField[]): void {
  const counts = new Map<unknown, number>();
  for (const { definition, parentType, fields: below } of fields) {
    // Field definitions are unique per type, except `__typename`.
    const key = definition.name === '__typename' ? parentType : definition;
    const count = (counts.get(key) ?? 0) + 1;
    if (count > limits.responseNames) throw fail('TOO_LARGE', 'TOO_COSTLY');
    counts.set(key, count);
    checkBelow(below);
  }
}
