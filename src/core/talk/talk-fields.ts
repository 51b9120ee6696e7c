import type { Context } from '../context.js';
import type { TalkKind } from '../../database/entities/talk.entity.js';
import { languageByName } from '../reads/reference.js';
import { parseDate } from '../date/tolerant-date.js';
import { MAX_TEXT_LENGTH, MAX_URL_LENGTH, Validation, hasControlCharacters } from '../common/validation.js';

const MAX_TITLE_LENGTH = 255;
const MAX_NAME_LENGTH = 200;
export const MAX_ROOM_LENGTH = 200;
const MAX_SPEAKERS = 100;
/** 31 days in minutes: no session of an event is longer. */
const MAX_MINUTES = 31 * 24 * 60;
const DAY = 24 * 60 * 60;
/** Contract §3.4. */
const DEFAULT_LANGUAGE = 'English - UK';

/** Input fields of a talk (spec §4.5, decisions no. 21). */
export interface TalkInput {
  readonly title: string;
  readonly description: string;
  /** Free-form text; without an offset it is parsed in the zone of the event. */
  readonly startDate: string;
  /** Undefined or null: a plain talk. */
  readonly type?: TalkKind | null | undefined;
  /** The name of a language, case-insensitive. Undefined, null or empty: British English. */
  readonly language?: string | null | undefined;
  /** The complete list of names, one per speaker. Undefined leaves the speakers unchanged; null is the empty list. */
  readonly speakers?: readonly string[] | null | undefined;
  /** Undefined leaves it unchanged; null is 0. */
  readonly durationMinutes?: number | null | undefined;
  /** Undefined leaves it unchanged; null or an empty text removes it. */
  readonly room?: string | null | undefined;
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
  readonly room: string | null | undefined;
  readonly slidesUrl: string | null | undefined;
}

/** The period in which a talk may start, in seconds since 1970, and the zone of its dates. */
interface TalkPeriod {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly timeZone: string;
}

interface StoredTalk {
  readonly title: string;
  /** In seconds since 1970; may be outside the event. */
  readonly startsAt: number;
  readonly id: string;
}

/**
 * @param stored the talk that is replaced: its title, start, room and speakers stay valid
 * @param ignored fields that are not written
 * @throws DomainError INVALID with all problems, in the order of contract §3.4: the first is the message of v2.1
 */
export async function validateTalkFields(
  context: Context,
  period: TalkPeriod,
  input: TalkInput,
  stored?: StoredTalk,
  ignored?: ReadonlySet<string>,
): Promise<TalkFields> {
  const language = await languageOf(context, input.language);
  const validation = new Validation(ignored);
  const title = validation.requiredName('title', input.title, MAX_TITLE_LENGTH, stored?.title);
  const description = validation.required('description', input.description, MAX_TEXT_LENGTH);
  const start = parseStart(validation, input.startDate, { ...period, storedStart: stored?.startsAt }, context.now);
  if (!language) validation.add('LANGUAGE_UNKNOWN', 'language');
  const speakers =
    input.speakers === undefined
      ? undefined
      : await validateSpeakers(context, validation, input.speakers ?? [], stored);
  const durationMinutes = input.durationMinutes === null ? 0 : input.durationMinutes;
  if (durationMinutes !== undefined && (durationMinutes < 0 || durationMinutes > MAX_MINUTES)) {
    validation.add('NUMBER_OUT_OF_RANGE', 'durationMinutes');
  }
  const room = input.room === undefined ? undefined : (input.room ?? '').trim() || null;
  if (room) validation.name('room', room, MAX_ROOM_LENGTH, await storedRoom(context, room, stored));
  const slidesUrl =
    input.slidesUrl === undefined ? undefined : validation.url('slidesUrl', input.slidesUrl, MAX_URL_LENGTH);
  validation.throwIfInvalid();
  return {
    title,
    description,
    startsAt: new Date(start * 1000),
    kind: input.type ?? 'TALK',
    languageId: language?.id ?? '',
    speakers,
    durationMinutes,
    room,
    slidesUrl,
  };
}

async function languageOf({ reads }: Context, name: string | null | undefined) {
  const known = name?.trim() || DEFAULT_LANGUAGE;
  const [language] = await reads.scope.run(languageByName, { name: known });
  return language;
}

/**
 * Requires a start within the event: not before its start, and less than 24 hours after its end (contract §3.4). Days of
 * an event may change after its talks: a start that stays as it is shown, in whole seconds, is not checked (decisions
 * no. 49).
 */
function parseStart(
  validation: Validation,
  text: string,
  { startsAt, endsAt, timeZone, storedStart }: TalkPeriod & { readonly storedStart: number | undefined },
  now: number,
): number {
  const start = parseDate(text, timeZone, now);
  if (start !== null && storedStart !== undefined && start === Math.floor(storedStart)) return storedStart;
  if (text.trim() === '') validation.add('FIELD_REQUIRED', 'startDate');
  else if (start === null) validation.add('DATE_UNREADABLE', 'startDate');
  else if (start < startsAt || start >= endsAt + DAY) validation.add('TALK_OUTSIDE_EVENT', 'startDate');
  return start ?? startsAt;
}

/** The room of a talk, which stays valid. Read rarely: older versions stored such names. */
async function storedRoom({ reads }: Context, room: string, talk: StoredTalk | undefined): Promise<string | null> {
  if (!talk || !hasControlCharacters(room)) return null;
  return (await reads.load('scheduleOfTalk', talk.id))?.room ?? null;
}

/** Trims the names; ignores blank ones. Two speakers may have the same name. */
async function validateSpeakers(
  context: Context,
  validation: Validation,
  input: readonly string[],
  talk: StoredTalk | undefined,
): Promise<string[]> {
  const names = input.map((name) => name.trim()).filter((name) => name !== '');
  if (names.length > MAX_SPEAKERS) {
    validation.add('TOO_MANY_SPEAKERS', 'speakers', MAX_SPEAKERS);
    return names;
  }
  // Rarely: older versions and the legacy import stored such names.
  const needsStored = talk !== undefined && names.some(hasControlCharacters);
  const stored = needsStored ? await context.reads.load('speakersOfTalk', talk.id) : [];
  const known = new Map(stored.flatMap(({ name, printedName }) => [name, printedName].map((one) => [one.trim(), one])));
  for (const name of new Set(names)) validation.name('speakers', name, MAX_NAME_LENGTH, known.has(name) ? name : null);
  return names;
}
