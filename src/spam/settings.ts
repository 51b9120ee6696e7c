import { z } from 'zod';

const MOST_LINKS = 1_000;
const links = `must be a whole number from 0 to ${MOST_LINKS}`;

/** `SPAM_WORDS` are separated by commas and may be phrases; without `AKISMET_KEY` no service is asked. */
export const spamEnvironment = {
  AKISMET_KEY: z.string().optional(),
  AKISMET_URL: z.url({ protocol: /^https?$/ }).default('https://rest.akismet.com/1.1/comment-check'),
  SPAM_WORDS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
    ),
  SPAM_MAX_LINKS: z.coerce.number(links).int(links).min(0, links).max(MOST_LINKS, links).default(10),
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
