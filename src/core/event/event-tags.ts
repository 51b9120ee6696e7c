import type { Validation } from '../common/validation.js';

const LONGEST_TAG = 200;
const MOST_TAGS = 50;

/** Normalizes tags (contract §4.8): lower case, no empty ones, no duplicates, in the given order. */
export function checkedTags(validation: Validation, tags: readonly string[] | null): string[] {
  const words = (tags ?? []).map((tag) => tag.trim().toLowerCase()).filter((tag) => tag !== '');
  const known = [...new Set(words)];
  if (known.length > MOST_TAGS) {
    validation.add('TOO_MANY_TAGS', 'tags', MOST_TAGS);
    return [];
  }
  return known.map((tag) => validation.text('tags', tag, LONGEST_TAG));
}
