import * as z from 'zod';
import { commaSeparated, wholeNumber } from './setting-schemas.js';

/** Spam check variables. Without `AKISMET_KEY`, no external service is called. */
export const spamEnvironment = {
  SPAM_WORDS: commaSeparated.meta({
    unset: 'none',
    description: 'Words and phrases that mark a comment or contact message as spam, separated by commas.',
  }),
  SPAM_MAX_LINKS: wholeNumber(0, 1_000).default(10).meta({
    unit: 'links',
    description: 'Texts with more links than this are classified as spam.',
  }),
  AKISMET_KEY: z.string().optional().meta({
    unset: 'none: no service is called',
    secret: true,
    description: 'API key of Akismet. Texts are accepted if it does not respond within 2 seconds.',
  }),
  AKISMET_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://rest.akismet.com/1.1/comment-check')
    .meta({
      description: 'URL of the comment check of Akismet or a compatible service.',
    }),
};

export interface SpamSettings {
  /** Null: no external service is called. */
  readonly akismet: { readonly key: string; readonly url: string } | null;
  readonly words: readonly string[];
  /** Maximum number of links in a text that is not spam. */
  readonly maxLinks: number;
}

/** Maps the parsed variables to the settings. */
export function spamSettings(data: z.output<z.ZodObject<typeof spamEnvironment>>): SpamSettings {
  return {
    akismet: data.AKISMET_KEY === undefined ? null : { key: data.AKISMET_KEY, url: data.AKISMET_URL },
    words: data.SPAM_WORDS,
    maxLinks: data.SPAM_MAX_LINKS,
  };
}
