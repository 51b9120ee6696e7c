import * as z from 'zod';
import { wholeNumber } from './setting-schemas.js';

const FORM =
  'must be routes, separated by semicolons, such as "GET /v2.1/talks/:talkId 2027-01-01 2028-01-01 https://…"';
const words = z.union([
  z.tuple([z.string(), z.string(), z.iso.date()]),
  z.tuple([z.string(), z.string(), z.iso.date(), z.iso.date()]),
]);
const address = z.url({ protocol: /^https?$/ });

/** Each entry has a method, a path, a deprecation date and, optionally, a sunset date and a link. */
export const deprecationsEnvironment = {
  DEPRECATED_ROUTES: z
    .string()
    .default('')
    .transform((text, { addIssue }) => {
      const entries = text
        .split(';')
        .map((entry) => entry.trim())
        .filter(Boolean);
      return entries.flatMap((entry) => {
        const deprecation = readDeprecation(entry);
        if (!deprecation) addIssue(`${FORM}, which "${entry}" is not`);
        return deprecation ?? [];
      });
    })
    .meta({
      unset: 'none',
      description: 'Deprecated v2.1 routes, separated by semicolons; announced in `Deprecation` and `Sunset` headers.',
    }),
};

/** Parses one entry; null if it is malformed. Times are Unix seconds. The facade checks that the route exists. */
function readDeprecation(text: string) {
  const parts = text.split(/\s+/);
  const link = address.safeParse(parts.at(-1)).data ?? null;
  const [method, path, from, until] = words.safeParse(link === null ? parts : parts.slice(0, -1)).data ?? [];
  if (from === undefined || (until !== undefined && until < from)) return null;
  return {
    route: `${method} ${path}`,
    deprecatedAt: Date.parse(from) / 1000,
    sunsetAt: until === undefined ? null : Date.parse(until) / 1000,
    link: link && new URL(link).href,
  };
}

/** Retention of route usage per application. */
export const usageEnvironment = {
  USAGE_DAYS: wholeNumber(1, 3_660).default(400).meta({
    unit: 'days',
    description: 'Retention of route usage per application.',
  }),
};
