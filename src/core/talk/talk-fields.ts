import type { Context } from '../context.js';
import type { TalkKind } from '../../database/entities/talk-type.entity.js';
import { languageByName } from '../reads/reference.js';
import { readDate } from '../date/tolerant-date.js';
import { LONG_TEXT, LONGEST_ADDRESS, Validation } from '../common/validation.js';

const LONGEST_TITLE = 255;
const LONGEST_NAME = 200;
const MOST_SPEAKERS = 100;
/** 31 days in minutes: no session of an event is longer. */
const MOST_MINUTES = 31 * 24 * 60;
const DAY = 24 * 60 * 60;
/** Contract §3.4. */
const DEFAULT_LANGUAGE = 'English - UK';

/** Input fields of a talk (spec §4.5, decisions.md no. 21). */
export interface TalkInput {
  readonly title: string;
  readonly description: string;
  /** Free-form text; without an offset it is parsed in the zone of the event. */
  readonly startDate: string;
  /** Undefined or null: a plain talk. */
  readonly type?: TalkKind | null | undefined;
  /** The name of a language, case-insensitive. Undefined, null or empty: British English. */
  readonly language?: string | null | undefined;
  /** The complete list of names. Undefined leaves the speakers unchanged; null is the empty list. */
  readonly speakers?: readonly string[] | null | undefined;
  /** Undefined leaves it unchanged; null is 0. */
  readonly durationMinutes?: number | null | undefined;
  /** Undefined leaves it unchanged; null or an empty text removes it. */
  readonly slidesUrl?: string | null | undefined;
}

/** The validated input; undefined members remain unchanged. */
export interface TalkFields {
  readonly title: string;
  readonly description: string;
  readonly startsAt: Date;
  readonly kind: TalkKind;
  readonly languageId: string;
  readonly speakers: readonly string[] | undefined;
  readonly durationMinutes: number | undefined;
  readonly slidesUrl: string | null | undefined;
}

/** The period in which a talk may start, in seconds since 1970, and the zone of its dates. */
interface Frame {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly timeZone: string;
}

/** @throws DomainError INVALID with all problems, in the order of contract §3.4: the first is the message of v2.1 */
export async function talkFields(context: Context, frame: Frame, input: TalkInput): Promise<TalkFields> {
  const language = await languageOf(context, input.language);
  const valid = new Validation();
  const title = valid.required('title', input.title, LONGEST_TITLE);
  const description = valid.required('description', input.description, LONG_TEXT);
  const start = startOf(valid, input.startDate, frame, context.now);
  if (!language) valid.add('LANGUAGE_UNKNOWN', 'language');
  const speakers = input.speakers === undefined ? undefined : speakersOf(valid, input.speakers ?? []);
  const durationMinutes = input.durationMinutes === null ? 0 : input.durationMinutes;
  if (durationMinutes !== undefined && (durationMinutes < 0 || durationMinutes > MOST_MINUTES)) {
    valid.add('NUMBER_OUT_OF_RANGE', 'durationMinutes');
  }
  const slidesUrl =
    input.slidesUrl === undefined ? undefined : valid.url('slidesUrl', input.slidesUrl, LONGEST_ADDRESS);
  valid.done();
  return {
    title,
    description,
    startsAt: new Date(start * 1000),
    kind: input.type ?? 'TALK',
    languageId: language?.id ?? '',
    speakers,
    durationMinutes,
    slidesUrl,
  };
}

async function languageOf({ reads }: Context, name: string | null | undefined) {
  const known = name?.trim() || DEFAULT_LANGUAGE;
  const [language] = await reads.scope.run(languageByName, { name: known });
  return language;
}

/** Requires a start within the event: not before its start, and less than 24 hours after its end (contract §3.4). */
function startOf(valid: Validation, text: string, { startsAt, endsAt, timeZone }: Frame, now: number): number {
  const start = readDate(text, timeZone, now);
  if (text.trim() === '') valid.add('FIELD_REQUIRED', 'startDate');
  else if (start === null) valid.add('DATE_UNREADABLE', 'startDate');
  else if (start < startsAt || start >= endsAt + DAY) valid.add('TALK_OUTSIDE_EVENT', 'startDate');
  return start ?? startsAt;
}

/** Trims and deduplicates the names; ignores blank ones. */
function speakersOf(valid: Validation, given: readonly string[]): string[] {
  const names = [...new Set(given.map((name) => name.trim()).filter((name) => name !== ''))];
  if (names.length > MOST_SPEAKERS) valid.add('TOO_MANY_SPEAKERS', 'speakers', MOST_SPEAKERS);
  else for (const name of names) valid.text('speakers', name, LONGEST_NAME);
  return names;
}
