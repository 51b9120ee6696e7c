import type { Validation } from '../validation.js';

const LONGEST_TAG = 200;
const MOST_TAGS = 50;

/** Tags as they are kept (contract §4.8): in lower case, none empty, none twice, in the order in which they were given. */
export function checkedTags(validation: Validation, tags: readonly string[] | null): string[] {
  const words = (tags ?? []).map((tag) => tag.trim().toLowerCase()).filter((tag) => tag !== '');
  const known = [...new Set(words)];
  if (known.length > MOST_TAGS) {
    validation.add('TOO_MANY_TAGS', 'tags', MOST_TAGS);
    return [];
  }
  return known.map((tag) => validation.text('tags', tag, LONGEST_TAG));
}
