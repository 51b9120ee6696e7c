/** Whether `05/04/2027` is the fifth of April or the fourth of May. */
export type DateOrder = 'day-first' | 'month-first';

/** A date at the begin of a text, as seconds since 1970 at its midnight in UTC, and the text after it. */
interface ReadDate {
  readonly seconds: number;
  readonly rest: string;
}

/** Languages of the names of months. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];

/** The names of the months and their abbreviations, folded, by number from 1. */
const months: ReadonlyMap<string, number> = new Map(
  LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).flatMap((month) =>
      Array.from({ length: 12 }, (_, index): [string, number] => {
        const date = new Date(Date.UTC(2027, index, 15));
        // With a day, because some languages then use another form of the name.
        const parts = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' }).formatToParts(date);
        return [fold(parts.find(({ type }) => type === 'month')?.value ?? ''), index + 1];
      }),
    ),
  ),
);

function fold(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '')
    .toLowerCase();
}

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/;
const DOTTED = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})(?!\d|[:h]\d)/i;
const SLASHED = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;
const DAY_NAMED = /^(\d{1,2})(?:\.|st|nd|rd|th|º)?\s+(?:de\s+|of\s+)?(\p{L}{3,})\.?,?\s+(?:de\s+)?(\d{4})(?!\d)/iu;
const NAME_FIRST = /^(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/iu;
/** Without a year, which is that of the event. */
const DAY_ALONE = /^(\d{1,2})(?:\.|st|nd|rd|th|º)?\s+(?:de\s+|of\s+)?(\p{L}{3,})\.?(?!\p{L})/iu;
const NAME_ALONE = /^(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?![\d:])/iu;
const DOTTED_ALONE = /^(\d{1,2})\.\s?(\d{1,2})\.(?!\d)/;
const SLASHED_ALONE = /^(\d{1,2})\/(\d{1,2})(?![\d/])/;
const WEEKDAY = /^(\p{L}{2,})\.?,?\s+/u;

type Numbers = readonly [year: number, month: number, day: number];

/** Each form of a date with its numbers. */
const forms: readonly (readonly [RegExp, (groups: readonly string[], order: DateOrder) => Numbers])[] = [
  [YEAR_FIRST, ([year, , month, day]) => [Number(year), Number(month), Number(day)]],
  [DOTTED, ([day, month, year]) => [yearOf(year), Number(month), Number(day)]],
  [
    SLASHED,
    ([one, , other, year], order) => {
      const [month, day] = order === 'day-first' ? [other, one] : [one, other];
      return [yearOf(year), Number(month), Number(day)];
    },
  ],
  [DAY_NAMED, ([day, name = '', year]) => [Number(year), months.get(fold(name)) ?? 0, Number(day)]],
  [NAME_FIRST, ([name = '', day, year]) => [Number(year), months.get(fold(name)) ?? 0, Number(day)]],
];

/** The day and the month in each form of a date without a year. */
const yearless: readonly (readonly [RegExp, (groups: readonly string[]) => readonly [month: number, day: number]])[] = [
  [DAY_ALONE, ([day, name = '']) => [months.get(fold(name)) ?? 0, Number(day)]],
  [NAME_ALONE, ([name = '', day]) => [months.get(fold(name)) ?? 0, Number(day)]],
  [DOTTED_ALONE, ([day, month]) => [Number(month), Number(day)]],
  [SLASHED_ALONE, ([month, day]) => [Number(month), Number(day)]],
  [SLASHED_ALONE, ([day, month]) => [Number(month), Number(day)]],
];

/** The first and the last day of an event, as seconds since 1970 at their midnights in UTC. */
export interface EventDays {
  readonly first: number;
  readonly last: number;
}

/**
 * Reads a date that the calendar has at the begin of a text, after a weekday; null if there is none.
 *
 * @param days of the event, whose year a date without one has
 */
export function readDate(text: string, order: DateOrder, days?: EventDays): ReadDate | null {
  const [weekday = '', name = ''] = WEEKDAY.exec(text) ?? [];
  const dated = months.has(fold(name)) ? text : text.slice(weekday.length);
  for (const [pattern, numbersOf] of forms) {
    const match = pattern.exec(dated);
    if (!match) continue;
    const seconds = midnightOf(numbersOf(match.slice(1), order));
    return seconds === null ? null : { seconds, rest: dated.slice(match[0].length) };
  }
  return days === undefined ? null : (readYearless(dated, days) ?? readDayOfEvent(text, days));
}

const DAY = 24 * 3600;

/** The year, and the order of numbers, are those with which the date is near the event, else those of its first day. */
function readYearless(text: string, days: EventDays): ReadDate | null {
  const read = yearless.flatMap(([pattern, numbersOf]) => {
    const match = pattern.exec(text);
    if (!match) return [];
    return [days.first, days.last].flatMap((day) => {
      const seconds = midnightOf([new Date(day * 1000).getUTCFullYear(), ...numbersOf(match.slice(1))]);
      return seconds === null ? [] : [{ seconds, rest: text.slice(match[0].length) }];
    });
  });
  const near = read.find(({ seconds }) => seconds >= days.first - 2 * DAY && seconds <= days.last + 2 * DAY);
  return near ?? read[0] ?? null;
}

/** The names of the days of the week and their abbreviations, folded, with Sunday as 0. */
const weekdays: ReadonlyMap<string, number> = new Map(
  LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).flatMap((weekday) => {
      const name = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
      return Array.from({ length: 7 }, (_, day): [string, number] => [
        fold(name.format(new Date(Date.UTC(2027, 7, 1 + day)))),
        day,
      ]);
    }),
  ),
);
const NUMBERED_DAY = /^(?:day|tag|jour|d[ií]a|giorno|dag)\s*(\d{1,2})(?!\d)/iu;
const NAMED_DAY = /^(\p{L}{2,})\.?(?!\p{L})/u;

/** `Day 2`, or a weekday that the event has once. */
function readDayOfEvent(text: string, { first, last }: EventDays): ReadDate | null {
  const [numbered, number] = NUMBERED_DAY.exec(text) ?? [];
  const [named = '', name = ''] = NAMED_DAY.exec(text) ?? [];
  const weekday = weekdays.get(fold(name));
  if (numbered === undefined && weekday === undefined) return null;
  const ahead = weekday === undefined ? Number(number) - 1 : (weekday - new Date(first * 1000).getUTCDay() + 7) % 7;
  const seconds = first + ahead * DAY;
  const isOnce = numbered !== undefined || seconds + 7 * DAY > last;
  return ahead >= 0 && seconds <= last && isOnce ? { seconds, rest: text.slice((numbered ?? named).length) } : null;
}

/** Of a text that may contain a date, in characters. */
const MAX_LENGTH = 200;

/** Of a leap year, in which all days without a year exist. */
const ANY_DAYS: EventDays = { first: Date.UTC(2000, 0, 1) / 1000, last: Date.UTC(2000, 0, 31) / 1000 };

/** Whether a text contains a date, not only a time. */
export const hasDate = (text: string): boolean =>
  text.length <= MAX_LENGTH &&
  (['day-first', 'month-first'] as const).some((order) => readDate(text.trim(), order, ANY_DAYS) !== null);

/** The order of the dates of a file. */
export interface FoundOrder {
  readonly order: DateOrder;
  /** A date that the other order reads as another day, if nothing decides between them. */
  readonly doubtful?: string | undefined;
}

/**
 * The order of the day and the month in all dates of a file: that in which every date exists and most are on a day of the
 * event. If both fit, the one of v2.1.
 *
 * @param days whether the event takes place on a date, which is given as seconds since 1970 at its midnight in UTC
 * @returns null if no date depends on it
 */
export function orderOf(texts: readonly string[], days: (seconds: number) => boolean): FoundOrder | null {
  const slashed = texts
    .filter((text) => text.length <= MAX_LENGTH)
    .map((text) => text.trim())
    .filter((text) => SLASHED.test(text.replace(WEEKDAY, '')));
  const [first, second] = (['month-first', 'day-first'] as const).map((order) => {
    const dates = slashed.map((text) => readDate(text, order)?.seconds);
    const existing = dates.filter((date) => date !== undefined);
    return { order, dates, fits: existing.length, on: existing.filter(days).length };
  });
  const differing = slashed.findIndex((_, at) => first?.dates[at] !== second?.dates[at]);
  if (!first || !second || differing < 0) return null;
  if (first.fits !== second.fits) return first.fits > second.fits ? first : second;
  if (first.on !== second.on) return first.on > second.on ? first : second;
  return { order: first.order, doubtful: slashed[differing] };
}

const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** The date in a text in words, such as `4 May 2027`. */
export function dateInWords(text: string, order: DateOrder): string {
  const seconds = readDate(text.trim(), order)?.seconds;
  return seconds === undefined ? text : inWords.format(seconds * 1000);
}

/** Two digits are years of this century. */
const yearOf = (text = ''): number => (text.length === 2 ? 2000 + Number(text) : Number(text));

/** Midnight in UTC; null if the calendar has no such date. */
function midnightOf([year, month, day]: Numbers): number | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isDate = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDate ? date.getTime() / 1000 : null;
}
