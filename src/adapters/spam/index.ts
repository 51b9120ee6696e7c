import type { Logger } from '../../telemetry/log/log.js';
import type { SpamSettings } from '../../config/spam.js';
import { normalForm } from '../../core/common/normal-form.js';
import type { SpamCheck, SpamCheckInput } from '../../core/ports.js';
import { createAkismetCheck } from './akismet.js';

/**
 * Applies the deployment's rules first, which are cheap, then Akismet if configured.
 *
 * @param site the front page URL that Akismet receives as the blog
 */
export function createSpamCheck(settings: SpamSettings, site: string, log: Pick<Logger, 'warn'>): SpamCheck {
  const isSpamByRules = createRuleCheck(settings);
  const service = settings.akismet && createAkismetCheck({ ...settings.akismet, site, log });
  return {
    async check(question) {
      if (isSpamByRules(question)) return 'spam';
      return service ? service.check(question) : 'accepted';
    },
  };
}

/** Counts `https://www.` as one link, not two. */
const LINK = /https?:\/\/|(?<![\p{L}\p{N}/])www\./giu;

/**
 * The deployment's own rules: blocked words or phrases, case-insensitive, in the text or the author's name, or too many
 * links. Matches whole words only: `cialis` does not block `specialist`.
 *
 * @returns a predicate that detects spam
 */
export function createRuleCheck({
  words,
  maxLinks,
}: Pick<SpamSettings, 'words' | 'maxLinks'>): (question: SpamCheckInput) => boolean {
  const pattern = words.length === 0 ? null : anyOf(words);
  return ({ comment, authorName }) => {
    const text = normalForm(`${comment}\n${authorName ?? ''}`, 'NFKC');
    return pattern?.test(text) === true || (text.match(LINK)?.length ?? 0) > maxLinks;
  };
}

function anyOf(words: readonly string[]): RegExp {
  const literals = words.map((word) =>
    normalForm(word, 'NFKC')
      .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
      .replace(/\s+/g, '\\s+'),
  );
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${literals.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
}
