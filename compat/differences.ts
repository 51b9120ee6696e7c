import type { Check, Sighting } from './check.js';

/** A deliberate difference between Lectern and the original service (contract §1, §3, §8). */
interface Difference {
  /** Titles of the checks that detect it. */
  readonly of: RegExp;
  /** Patterns for the sighting; an absent one matches anything. */
  readonly url?: RegExp;
  readonly member?: RegExp;
  readonly seen?: RegExp;
  readonly wanted?: RegExp;
  /** Behaviour of Lectern, and of the original, which `--original` also accepts. */
  readonly lectern: string;
  readonly original: string;
  /** Whether Lectern in legacy mode behaves like the original: accepted without `--original`. */
  readonly legacyMode?: true;
}

/** Identifies legacy mode: the name of social events in the talk types (decisions no. 33). */
export const LEGACY_WORD = 'Social event';

export const differences: readonly Difference[] = [
  {
    of: /^talk( type)?: its values/,
    member: /\.(type|title)$/,
    seen: new RegExp(`^"${LEGACY_WORD}"$`),
    lectern: 'Social',
    original: `the word "${LEGACY_WORD}" (contract 8-10)`,
    legacyMode: true,
  },
  {
    of: /^this_page repeats/,
    seen: /^"(?!.*[?&]start=)/,
    lectern: 'this_page always has start',
    original: 'start is left out unless it was sent (contract 8-1)',
  },
  {
    of: /: its members are present$/,
    member: /\.avatar_hash$/,
    lectern: 'avatar_hash beside gravatar_hash',
    original: 'gravatar_hash alone (contract 8-3)',
  },
  { of: /^filter=cfps/, lectern: 'cfps is cfp', original: 'cfps is ignored (contract 8-5)' },
  {
    of: /^event: its values/,
    member: /\.images$/,
    seen: /^\[\]$/,
    lectern: 'no images are {}',
    original: 'no images are [] (contract 8-9)',
  },
  {
    of: /^talk( type)?: its values/,
    member: /\.(type|title)$/,
    seen: /^("|null)/,
    lectern: 'five words for the type of a talk',
    original: 'the stored value, null in lists by speaker (contract 8-10)',
  },
  {
    of: /comment: its values/,
    member: /\.user_display_name$/,
    seen: /^null$/,
    lectern: 'anonymous authors have the name ""',
    original: 'anonymous authors have the name null (contract 8-12)',
  },
  {
    of: /^(talk comment|event comment): its values/,
    member: /\.source$/,
    seen: /^null$/,
    lectern: 'source is a string, empty without a known tool',
    original: 'null without a known tool (contract §3.6, §3.7; decisions no. 54)',
    legacyMode: true,
  },
  {
    of: /^(event|talk): its values/,
    member: /\.(icon|slides_link)$/,
    seen: /^null$/,
    lectern: 'icon and slides_link are strings, empty without a value',
    original: 'null without a value (contract §3.2, §3.4)',
  },
  {
    of: /: its values have their types$/,
    seen: /^(-?\d|\[)/,
    wanted: /string|hash/,
    lectern: 'text stays text',
    original: 'text that looks like a number becomes one (contract §1.8)',
  },
  {
    of: /^event: its values/,
    member: /\.event_average_rating$/,
    seen: /^null$/,
    lectern: 'event_average_rating is always a number',
    original: 'null in lists of a user (contract §3.2)',
  },
  {
    of: /^talk: its values/,
    member: /\.(talk_media|user_rating)$/,
    seen: /^(null|false|\[\])$/,
    lectern: 'talk_media is an array, user_rating a number or null',
    original: 'null, false or [] (contract §3.4)',
  },
  { of: /^HEAD is GET/, lectern: 'HEAD is supported', original: 'HEAD is 405 (contract §1.1)' },
  { of: /^a preflight/, lectern: 'preflights are supported', original: 'OPTIONS is 405 (contract §1.1)' },
  { of: /^a 405 lists/, seen: /^null$/, lectern: 'Allow', original: 'no Allow (contract §1.1)' },
  {
    of: /^slashes at the end/,
    seen: /^404/,
    lectern: 'slashes never matter',
    original: 'some paths are 404 (contract §1.1)',
  },
  {
    of: /^GET \/v2\.1\/(events\/x|(events|talks|users)\/\d+(\/\w+)?) is 404/,
    member: /^status$/,
    seen: /^200/,
    lectern: '404 for missing records',
    original: '200, with an empty list or all records (contract §1.1, §3.2, §3.9)',
  },
  {
    of: /^GET .*filter=pending is 401/,
    seen: /^400/,
    lectern: '401 for anonymous callers',
    original: '400 (contract §3.2)',
  },
  {
    of: /^JSONP is a script/,
    lectern: 'a script, nosniff',
    original: 'application/json; charset=utf8 (contract §1.2)',
  },
  { of: /^a callback that is no name/, seen: /^200/, lectern: '400', original: 'any callback (contract §1.2)' },
  {
    of: /^a 401 carries/,
    seen: /^"Bearer realm=/,
    lectern: 'a well-formed header',
    original: 'the closing quote is missing (contract §1.3)',
  },
  {
    of: /^resultsperpage=0 has no next_page/,
    lectern: 'no next_page',
    original: 'a next_page that is this page (contract §1.6)',
  },
  {
    of: /^start and resultsperpage that are no numbers|^every request is answered/,
    url: /(start|resultsperpage)=(-|x|abc)/,
    lectern: 'the defaults',
    original: '400 or a broken status (contract §1.6)',
  },
  {
    of: /^an unknown token reads as anonymous/,
    seen: /\/users\/0"$/,
    lectern: 'anonymous',
    original: 'user 0 (contract §2.1)',
  },
  {
    of: /^an unknown token is 401/,
    seen: /^(200|"Bearer)/,
    lectern: '401, and invalid_token',
    original: 'logged in as user 0 (contract §2.1)',
  },
  {
    of: /^(the records are in an array|every list and every record|count is the number|total is where)/,
    url: /\/(hosts|speakers)(\?|$)/,
    lectern: 'hosts and speakers are lists like any other',
    original: 'no hosts are an empty body, speakers an object with numbers (contract §3.2, §3.4)',
  },
  {
    of: / is the total of its list$/,
    lectern: 'counters are exact',
    original: 'some counters are stale (contract §4.10)',
  },
  {
    of: /^filter=(upcoming|past)/,
    member: /end_date$/,
    lectern: 'by the end: not over, over',
    original: 'by the start: three days ago and today (contract §3.2)',
  },
];

/**
 * Returns the matching behaviour of the original service; undefined for an unknown difference.
 *
 * @param accepted all differences, or only those of Lectern in legacy mode
 */
export function known(
  { title }: Check,
  { url, member, problem }: Sighting,
  accepted: 'original' | 'legacy mode',
): string | undefined {
  const row = differences.find(
    (difference) =>
      (accepted === 'original' || difference.legacyMode) &&
      difference.of.test(title) &&
      (difference.url?.test(url) ?? true) &&
      (difference.member?.test(member) ?? true) &&
      (difference.seen?.test(problem?.seen ?? '') ?? true) &&
      (difference.wanted?.test(problem?.wanted ?? '') ?? true),
  );
  return row?.original;
}
