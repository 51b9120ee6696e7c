import type { SpamQuestion } from './spam-check.js';
import type { SpamSettings } from './settings.js';

/** `https://www.` begins one link, not two. */
const LINK = /https?:\/\/|(?<![\p{L}\p{N}/])www\./giu;

/**
 * The deployment's own rules: certain words or phrases, in any case, in the text or in the author's name; or too many
 * links. A word counts only as a whole: `cialis` does not refuse a specialist.
 *
 * @returns whether a text is spam by them
 */
export function ruleList({
  words,
  maxLinks,
}: Pick<SpamSettings, 'words' | 'maxLinks'>): (question: SpamQuestion) => boolean {
  const pattern = words.length === 0 ? null : anyOf(words);
  return ({ comment, authorName }) => {
    const text = `${comment}\n${authorName ?? ''}`.normalize('NFKC');
    return pattern?.test(text) === true || (text.match(LINK)?.length ?? 0) > maxLinks;
  };
}

function anyOf(words: readonly string[]): RegExp {
  const literals = words.map((word) =>
    word
      .normalize('NFKC')
      .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
      .replace(/\s+/g, '\\s+'),
  );
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${literals.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
}
