import { z } from 'zod';
import { commaSeparated, wholeNumber } from '../setting-forms.js';

/** `SPAM_WORDS` are separated by commas and may be phrases; without `AKISMET_KEY` no service is asked. */
export const spamEnvironment = {
  SPAM_WORDS: commaSeparated.meta({
    unset: 'none',
    description: 'Words and phrases that no comment or contact message may hold, separated by commas.',
  }),
  SPAM_MAX_LINKS: wholeNumber(0, 1_000).default(10).meta({
    unit: 'links',
    description: 'A text with more is spam.',
  }),
  AKISMET_KEY: z.string().optional().meta({
    unset: 'none: no service is asked',
    secret: true,
    description: 'The key for Akismet. Without an answer in two seconds a text is accepted.',
  }),
  AKISMET_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://rest.akismet.com/1.1/comment-check')
    .meta({
      description: 'That, or whatever speaks the same.',
    }),
};

export interface SpamSettings {
  /** Null: no service is asked. */
  readonly akismet: { readonly key: string; readonly url: string } | null;
  readonly words: readonly string[];
  /** A text with more links than these is spam. */
  readonly maxLinks: number;
}

/** The settings out of what the variables say. */
export function spamSettings(data: z.output<z.ZodObject<typeof spamEnvironment>>): SpamSettings {
  return {
    akismet: data.AKISMET_KEY === undefined ? null : { key: data.AKISMET_KEY, url: data.AKISMET_URL },
    words: data.SPAM_WORDS,
    maxLinks: data.SPAM_MAX_LINKS,
  };
}
