import type { Context } from '../../context.js';
import type { TalkKind } from '../../entities/talk-type.entity.js';
import { languageByName } from '../../reads/reference.js';
import { readDate } from '../date/tolerant-date.js';
import { LONG_TEXT, LONGEST_ADDRESS, Validation } from '../validation.js';

const LONGEST_TITLE = 255;
const LONGEST_NAME = 200;
const MOST_SPEAKERS = 100;
/** A month: nothing that is given at an event lasts longer. */
const MOST_MINUTES = 31 * 24 * 60;
const DAY = 24 * 60 * 60;
/** Contract §3.4. */
const DEFAULT_LANGUAGE = 'English - UK';

/** A talk as a caller describes it (spec §4.5, decisions.md no. 21). */
export interface TalkInput {
  readonly title: string;
  readonly description: string;
  /** As people write it; without an offset it is read in the zone of the event. */
  readonly startDate: string;
  /** None: a plain talk. */
  readonly type?: TalkKind | null | undefined;
  /** The name of a language, in any case. None: British English. */
  readonly language?: string | null | undefined;
  /** The complete list of names; undefined leaves the speakers as they are. */
  readonly speakers?: readonly string[] | null | undefined;
  /** Undefined keeps it; null is 0. */
  readonly durationMinutes?: number | null | undefined;
  /** Undefined keeps it; null and the empty text remove it. */
  readonly slidesUrl?: string | null | undefined;
}

/** The same, checked; undefined members are kept as they are. */
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

/** When a talk may begin: seconds since 1970, and the zone in which dates are read. */
interface Frame {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly timeZone: string;
}

/** @throws DomainError INVALID with the first thing that is wrong, in the order of contract §3.4 */
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
  valid.doneAtFirst();
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

/** Within the event: not before its start, and before 24 hours after its end (contract §3.4). */
function startOf(valid: Validation, text: string, { startsAt, endsAt, timeZone }: Frame, now: number): number {
  const start = readDate(text, timeZone, now);
  if (text.trim() === '') valid.add('FIELD_REQUIRED', 'startDate');
  else if (start === null) valid.add('DATE_UNREADABLE', 'startDate');
  else if (start < startsAt || start >= endsAt + DAY) valid.add('TALK_OUTSIDE_EVENT', 'startDate');
  return start ?? startsAt;
}

/** Each name once, without blanks around it; blanks alone are nobody's name. */
function speakersOf(valid: Validation, given: readonly string[]): string[] {
  const names = [...new Set(given.map((name) => name.trim()).filter((name) => name !== ''))];
  if (names.length > MOST_SPEAKERS) valid.add('TOO_MANY_SPEAKERS', 'speakers', MOST_SPEAKERS);
  else for (const name of names) valid.text('speakers', name, LONGEST_NAME);
  return names;
}
