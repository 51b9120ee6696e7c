import { compile } from 'html-to-text';
import type { TalkLinkKind } from '../../../database/entities/talk.entity.js';
import { isEscaped, unescaped } from './entities.js';
import { MAX_DEPTH, MAX_SCHEDULE_BYTES, type RawLink } from './schedule.js';

/** Fields of the c3voc formats that differ from those of a talk. */

/**
 * Joins subtitle, abstract and description to a plain text, without those that another one contains. Markup becomes text.
 */
export function descriptionOf(...parts: readonly (string | null | undefined)[]): string {
  const texts = parts.map((part) => textOfMarkup(part ?? '').trim()).filter((text) => text !== '');
  const distinct = texts.filter((text, at) => !texts.some((other, by) => by !== at && contains(other, text, by < at)));
  return distinct.join('\n\n');
}

/** Whether a text is the begin, the end or a paragraph of another. Of two equal texts, the first stays. */
const contains = (other: string, text: string, isFirst: boolean): boolean =>
  other === text ? isFirst : other.startsWith(text) || other.endsWith(text) || other.split('\n\n').includes(text);

const TAG = /<\/?(?:p|br|ul|ol|li|a|b|i|u|em|strong|h[1-6]|div|span|blockquote|pre|code|table|hr)\b[^<>]*>/i;
const convertHtml = compile({
  wordwrap: false,
  limits: { maxInputLength: MAX_SCHEDULE_BYTES, maxDepth: MAX_DEPTH },
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'ul', options: { itemPrefix: '- ' } },
  ],
});

/** The text of HTML with its paragraphs, lists, links and entities; any other text is unchanged. */
export function textOfMarkup(text: string): string {
  if (TAG.test(text)) return convertHtml(text);
  return isEscaped(text) ? unescaped(text) : text;
}

const kinds: readonly (readonly [pattern: RegExp, kind: TalkLinkKind])[] = [
  [/\b(?:slides?|folien|presentation|pdf)\b/i, 'SLIDES'],
  [/\b(?:videos?|recordings?|media)\b/i, 'VIDEO'],
  [/\b(?:audio|podcasts?)\b/i, 'AUDIO'],
  [/\b(?:(?:source )?code|sources|repository|repo|github|gitlab)\b/i, 'CODE'],
  [/\bevent[ _-]?site\b|\bfeedback\b/i, 'EVENT_SITE'],
];

/**
 * Maps a link to its kind by the words of its title or, as types are coarser, else by its type: audio is `media` too.
 * Null for other links, which a talk does not store.
 *
 * @param base of relative addresses, such as those of uploaded slides
 */
export function linkOf(
  url: string | null,
  type: string | null,
  title: string | null,
  base?: string | null,
): RawLink | undefined {
  const given = url?.trim() ?? '';
  if (given === '') return undefined;
  const address = absolute(given, base);
  if (address === undefined) return { kind: null, url: given };
  const kind = [title, type].map((text) => kinds.find(([pattern]) => pattern.test(text ?? ''))?.[1]).find(Boolean);
  return { kind: kind ?? null, url: address };
}

function absolute(url: string, base: string | null | undefined): string | undefined {
  if (/^https?:/i.test(url)) return url;
  if (!base || !/^https?:/i.test(base) || !url.startsWith('/')) return undefined;
  return URL.canParse(url, base) ? new URL(url, base).href : undefined;
}

/**
 * The start of an entry that has no date of its own: its time on the date of its day, or on the next one for a time before
 * the day changes.
 *
 * @param changes time at which the days change, such as `09:00`; at midnight if null
 */
export function startOnDay(date: string | null, time: string | null, changes: string | null): string | null {
  const [, day] = /^(\d{4}-\d{2}-\d{2})/.exec(date ?? '') ?? [];
  const [, clock] = /^(\d{1,2}:\d{2})/.exec(time?.trim() ?? '') ?? [];
  if (day === undefined || clock === undefined) return null;
  const isNext = clock.padStart(5, '0') < (/^\d{1,2}:\d{2}/.exec(changes?.trim() ?? '')?.[0] ?? '').padStart(5, '0');
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (!isNext || Number.isNaN(midnight)) return `${day}T${clock}`;
  return `${new Date(midnight + DAY_MS).toISOString().slice(0, 10)}T${clock}`;
}

const DAY_MS = 24 * 3600 * 1000;
