import * as z from 'zod';
import { wholeNumber } from './setting-schemas.js';

/** Names and values of header fields (RFC 9110 §5). */
const FIELD_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const FIELD = /^([^\s:]+):[ \t]*([\t\x20-\x7e]+)$/;
const purgeUrl = z.url({ protocol: /^https?$/ });

/** Shared caches in front of the service. Without `CDN_PURGE_URL`, nothing is purged. */
export const cdnEnvironment = {
  CDN_MAX_AGE: wholeNumber(1, 86_400).optional().meta({
    unit: 'seconds',
    unset: 'none: caches always revalidate',
    description:
      'Maximum time for which [shared caches](operate.md#caches-in-front) may serve an anonymous response without revalidation (`s-maxage`).',
  }),
  CDN_KEY_HEADER: z.string().regex(FIELD_NAME, 'must be the name of a header').optional().meta({
    unset: 'none: not sent',
    description:
      'Response header with the keys by which a CDN purges, such as `Surrogate-Key` (Fastly), `Cache-Tag` (Cloudflare) or `xkey` (Varnish). Keys are separated by commas in `Cache-Tag`, otherwise by spaces.',
  }),
  CDN_PURGE_URL: z
    .string()
    .transform((text, { addIssue }) => {
      const urls = text.split(/[\s,]+/).filter(Boolean);
      const invalid = urls.filter((url) => !purgeUrl.safeParse(url).success || new URL(url).username !== '');
      if (urls.length === 0 || invalid.length > 0)
        addIssue('must be one or several URLs that begin with http:// or https://, without a user');
      return urls;
    })
    .optional()
    .meta({
      unset: 'none: nothing is purged',
      description:
        'URL that purges keys, such as `https://api.fastly.com/service/<id>/purge`; several, for example of Varnish servers, separated by commas. Requires `CDN_KEY_HEADER`.',
    }),
  CDN_PURGE_HEADERS: z
    .string()
    .transform((text, { addIssue }) => {
      const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
      const fields = lines.flatMap((line) => {
        const [, name = '', value = ''] = FIELD.exec(line.trim()) ?? [];
        return FIELD_NAME.test(name) ? [[name, value.trim()] as const] : [];
      });
      // Quotes no line: it may contain an API key.
      if (fields.length < lines.length) addIssue('must consist of lines such as "Fastly-Key: …"');
      return Object.fromEntries(fields);
    })
    .optional()
    .meta({
      unset: 'none',
      secret: true,
      description: 'Headers of the purge requests, one `Name: value` per line, such as `Fastly-Key: …`.',
    }),
};

/** How to purge a CDN. */
export interface PurgeSettings {
  readonly urls: readonly string[];
  /** Headers of each request; may contain an API key. */
  readonly headers: Readonly<Record<string, string>>;
  /** The header with the keys, in responses and purge requests. */
  readonly keyHeader: string;
}

export interface CdnSettings {
  /** Maximum `s-maxage` in seconds for shared caches; undefined: they revalidate every response. */
  readonly maxAge: number | undefined;
  /** Undefined: responses carry no keys. */
  readonly keyHeader: string | undefined;
  /** Undefined: nothing is purged. */
  readonly purge: PurgeSettings | undefined;
}

type CdnVariables = z.output<z.ZodObject<typeof cdnEnvironment>>;

/** Maps the parsed variables to the settings. */
export function cdnSettings(data: CdnVariables): CdnSettings {
  const { CDN_MAX_AGE: maxAge, CDN_KEY_HEADER: keyHeader, CDN_PURGE_URL: urls, CDN_PURGE_HEADERS: headers = {} } = data;
  return { maxAge, keyHeader, purge: urls && keyHeader !== undefined ? { urls, headers, keyHeader } : undefined };
}

/** Variables that require others. */
export function problemsOfCdn({ CDN_KEY_HEADER, CDN_PURGE_URL, CDN_PURGE_HEADERS }: CdnVariables): string[] {
  if (CDN_PURGE_URL && CDN_KEY_HEADER === undefined)
    return ['CDN_PURGE_URL: requires CDN_KEY_HEADER, which is not set'];
  return CDN_PURGE_HEADERS && !CDN_PURGE_URL ? ['CDN_PURGE_HEADERS: requires CDN_PURGE_URL, which is not set'] : [];
}
