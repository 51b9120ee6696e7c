import { isStorable } from '../../database/storable.js';
import { encodeBlanks, isWebUrl, MAX_TEXT_LENGTH, MAX_URL_LENGTH } from '../../core/common/validation.js';
import { problem, unreadable, type ProblemReason, type ScheduleProblem } from './formats/problems.js';
import {
  MAX_PARTS,
  MAX_SCHEDULE_BYTES,
  type ParseOptions,
  type RawLink,
  type RawTalk,
  type SourceLink,
  type SourceSchedule,
  type SourceSpeaker,
  type SourceTalk,
} from './formats/schedule.js';
import { offsetAt } from '../../core/date/local-time.js';
import { Identities, MAX_IDENTITY_LENGTH, shortened } from './identities.js';
import { plainName, plainText } from './plain-text.js';
import { dateInWords, orderOf, type DateOrder, type EventDays } from './formats/calendar-dates.js';
import { unescapedNames } from './formats/entities.js';
import { parseMinutes, threePartsOf, type ThreeParts } from './formats/durations.js';
import { parseTime, timeAfter } from './formats/times.js';

/** Maximum lengths in characters: those of the commands of talks and tracks. */
const MAX_LENGTHS = {
  ...{
    title: 255,
    description: MAX_TEXT_LENGTH,
    room: 200,
    track: 300,
    speaker: 200,
    id: MAX_IDENTITY_LENGTH,
    language: 200,
  },
} as const;
const MAX_MINUTES = 31 * 24 * 60;
/** Of the links in one problem. */
const MAX_NAMED = 5;
const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface NormalizedTalks extends SourceSchedule {
  /** Of dates with slashes; null if there are none. */
  readonly dateOrder: DateOrder | null;
}

/**
 * Validates the talks of a file. An invalid optional field is ignored, and an invalid required one skips its talk; both
 * are reported.
 *
 * @param options the event, whose zone and days decide how dates are understood
 */
export function normalizeTalks(given: readonly RawTalk[], options: ParseOptions): NormalizedTalks {
  const raw = unescapedNames(given);
  const problems: ScheduleProblem[] = [];
  const dateOrder = dateOrderOf(raw, options, problems);
  const three = threeParts(raw, options, problems);
  const clocks = { zone: options.zone, order: dateOrder ?? 'month-first', three, days: daysOf(options) };
  const known = new Identities();
  const guids = new Set<string>();
  const entries = new Set<string>();
  const rejected = new Set<string>();
  const talks: SourceTalk[] = [];
  let isComplete = true;
  let characters = 0;
  for (const talk of raw) {
    const check = new Row(talk.row, problems);
    const identity = identityOf(talk, check);
    if (identity === null) {
      isComplete = false;
      continue;
    }
    if (talk.id !== undefined && !talk.isSlot && known.has(identity)) {
      const isRepeated = entries.has(entryOf(talk, identity));
      check.add(isRepeated ? 'DUPLICATE_ID' : 'ID_NUMBERED', 'id', identity);
      if (isRepeated) continue;
    }
    entries.add(entryOf(talk, identity));
    const foreignId = known.add(identity);
    const fields = fieldsOf(talk, clocks, check);
    characters += fields ? lengthOf(fields) : 0;
    // One text may belong to thousands of talks.
    if (characters > MAX_SCHEDULE_BYTES) throw unreadable('FILE_TOO_LARGE', MAX_SCHEDULE_BYTES / 1024 / 1024);
    if (!fields) {
      rejected.add(foreignId);
      continue;
    }
    const guid = guidOf(talk.guid);
    const isNew = guid !== null && !guids.has(guid);
    if (isNew) guids.add(guid);
    const hasOwnId = talk.id !== undefined;
    talks.push({
      row: talk.row,
      foreignId,
      sharedId: foreignId === identity ? undefined : identity,
      hasOwnId,
      guid: isNew ? guid : null,
      roomGuid: guidOf(talk.roomGuid),
      fields,
    });
  }
  return { talks, rejected, isComplete, problems, dateOrder };
}

/** What is the same if a talk is listed twice, such as once for each of its rooms. */
const entryOf = ({ title, start }: RawTalk, identity: string): string => JSON.stringify([identity, title, start]);

function guidOf(text: string | null | undefined): string | null {
  const guid = text?.trim().toLowerCase() ?? '';
  return GUID.test(guid) ? guid : null;
}

const lengthOf = (fields: SourceTalk['fields']): number => JSON.stringify(fields).length;

/** How the dates and times of a file are understood. */
interface Clocks {
  readonly zone: string;
  readonly order: DateOrder;
  readonly three: ThreeParts;
  readonly days: EventDays | undefined;
}

const DAY = 24 * 3600;

/** The days of the event in its zone. An end at midnight is that of the day before. */
function daysOf({ zone, period }: ParseOptions): EventDays | undefined {
  if (!period) return undefined;
  const { startsAt } = period;
  const [first = 0, last = 0] = [startsAt, Math.max(startsAt, period.endsAt - 1)].map(
    (instant) => Math.floor((instant + offsetAt(instant, zone)) / DAY) * DAY,
  );
  return { first, last };
}

/** One order for all dates of the file. If both fit, the one of v2.1 applies, and the report says so. */
function dateOrderOf(raw: readonly RawTalk[], { period }: ParseOptions, problems: ScheduleProblem[]): DateOrder | null {
  const texts = raw.flatMap(({ start, end }) => [start, end].filter((text) => typeof text === 'string'));
  const isOfEvent = (midnight: number) =>
    period !== undefined && midnight > period.startsAt - 2 * DAY && midnight < period.endsAt + 2 * DAY;
  const found = orderOf(texts, isOfEvent);
  if (found?.doubtful !== undefined) {
    const detail = `"${found.doubtful}" is read as ${dateInWords(found.doubtful, found.order)}`;
    problems.push(problem('DATE_ORDER_ASSUMED', { field: 'start', detail }));
  }
  return found?.order ?? null;
}

/** One form for all durations of the file. If both fit, hours come first, and the report says so. */
function threeParts(raw: readonly RawTalk[], { period }: ParseOptions, problems: ScheduleProblem[]): ThreeParts {
  const length = period ? Math.ceil((period.endsAt - period.startsAt) / DAY) * DAY : MAX_MINUTES * 60;
  const [three, doubtful] = threePartsOf(
    raw.map(({ duration }) => duration ?? ''),
    length / 60,
  );
  if (doubtful !== undefined) {
    const detail = `"${doubtful}" is read as ${parseMinutes(doubtful, three)} minutes`;
    problems.push(problem('DURATION_ASSUMED', { field: 'duration', detail }));
  }
  return three;
}

/** The checks of one row. */
class Row {
  constructor(
    readonly row: number,
    readonly problems: ScheduleProblem[],
  ) {}

  add(reason: ProblemReason, field: string, detail: string | number = ''): undefined {
    this.problems.push(problem(reason, { row: this.row, field, detail }));
    return undefined;
  }

  /** A text without control characters and surrounding blanks; undefined if it cannot be stored. */
  text(field: string, value: string, maxLength: number): string | undefined {
    // Blanks and control characters are removed; beyond this, their removal takes memory.
    if (value.length > 4 * maxLength + 1_000) return this.add('TEXT_TOO_LONG', field, maxLength);
    if (!isStorable(value)) return this.add('TEXT_UNREADABLE', field);
    const text = plainText(value);
    if (text.length > maxLength && [...text].length > maxLength) return this.add('TEXT_TOO_LONG', field, maxLength);
    return text;
  }

  /** A text on one line; otherwise as `text`. */
  name(field: string, value: string, maxLength: number): string | undefined {
    const isShort = value.length <= 4 * maxLength + 1_000;
    return this.text(field, isShort && isStorable(value) ? plainName(value) : value, maxLength);
  }
}

function identityOf({ id, title, speakers = [] }: RawTalk, check: Row): string | null {
  if (id !== undefined) {
    const text = id === null ? '' : (check.text('id', id, MAX_LENGTHS.id) ?? '');
    if (text === '') check.add('ID_MISSING', 'id');
    return text || null;
  }
  const words = [title ?? '', ...speakers.map(({ name }) => name).sort()].map((word) => plainText(word).toLowerCase());
  if (words[0] !== '' && words.every(isStorable)) return shortened(words.join('|'));
  check.add('FIELD_REQUIRED', 'title');
  return null;
}

function fieldsOf(talk: RawTalk, clocks: Clocks, check: Row): SourceTalk['fields'] | null {
  const title = check.name('title', talk.title ?? '', MAX_LENGTHS.title);
  if (title === '') check.add('FIELD_REQUIRED', 'title');
  const startsAt = startOf(talk, clocks, check);
  if (!title || startsAt === null) return null;
  return {
    title,
    startsAt,
    description: optional(talk.description, (text) => check.text('description', text ?? '', MAX_LENGTHS.description)),
    durationMinutes: minutesOf(talk, startsAt, clocks, check),
    type: talk.type,
    language: talk.language?.slice(0, MAX_LENGTHS.language).trim() || undefined,
    room: optional(talk.room, (text) => roomOf(text, check)),
    tracks: optional(talk.tracks, (names) => tracksOf(names, check)),
    speakers: optional(talk.speakers, (speakers) => speakersOf(speakers, check)),
    links: optional(talk.links, (links) => linksOf(links, check)),
  };
}

const optional = <Value, Result>(value: Value | undefined, convert: (value: Value) => Result): Result | undefined =>
  value === undefined ? undefined : convert(value);

function roomOf(text: string | null, check: Row): string | null | undefined {
  const room = check.name('room', text ?? '', MAX_LENGTHS.room);
  return room === '' ? null : room;
}

function tracksOf(names: readonly string[], check: Row): string[] | undefined {
  const texts = names.map((name) => check.name('tracks', name, MAX_LENGTHS.track) ?? '');
  const tracks = [...new Set(texts.filter((text) => text !== ''))];
  return tracks.length > MAX_PARTS ? check.add('TOO_MANY_TRACKS', 'tracks', MAX_PARTS) : tracks;
}

function startOf({ start }: RawTalk, { zone, order, days }: Clocks, check: Row): number | null {
  if (start === null || start.trim() === '') check.add('NOT_SCHEDULED', 'start');
  const time = parseTime(start ?? '', zone, order, days);
  if (time === null && start?.trim()) check.add('DATE_UNREADABLE', 'start', start);
  return time;
}

function minutesOf(
  { duration, end }: RawTalk,
  startsAt: number,
  { zone, order, three, days }: Clocks,
  check: Row,
): number | undefined {
  const isGiven = duration != null && duration.trim() !== '';
  const given = isGiven ? duration : end;
  if (given == null || given.trim() === '') return undefined;
  const until = isGiven ? null : (timeAfter(given, startsAt, zone) ?? parseTime(given, zone, order, days));
  const minutes = isGiven ? parseMinutes(given, three) : until === null ? null : Math.round((until - startsAt) / 60);
  if (minutes === null || minutes < 0 || minutes > MAX_MINUTES) {
    return check.add('NUMBER_OUT_OF_RANGE', isGiven ? 'duration' : 'end', given);
  }
  return minutes;
}

/** Only the identity in the source shows that two entries are the same person: namesakes are two speakers. */
function speakersOf(raw: NonNullable<RawTalk['speakers']>, check: Row): SourceSpeaker[] | undefined {
  const speakers: SourceSpeaker[] = [];
  const ids = new Set<string>();
  for (const { name, id: given } of raw) {
    const text = check.name('speakers', name, MAX_LENGTHS.speaker);
    const id = given?.trim().slice(0, MAX_LENGTHS.id) || null;
    if (!text || (id !== null && ids.has(id))) continue;
    if (id !== null) ids.add(id);
    speakers.push({ name: text, id });
  }
  if (speakers.length > MAX_PARTS) return check.add('TOO_MANY_SPEAKERS', 'speakers', MAX_PARTS);
  return speakers;
}

function linksOf(raw: readonly RawLink[], check: Row): SourceLink[] | undefined {
  const links = new Map<string, SourceLink>();
  const unused: string[] = [];
  for (const { kind, url } of raw) {
    const address = encodeBlanks(url.trim());
    if (address === '') continue;
    if (kind === null) {
      unused.push(address);
      continue;
    }
    if (!isWebUrl(address) || !isStorable(address) || address.length > MAX_URL_LENGTH) {
      check.add('URL_INVALID', 'links', url);
    } else links.set(`${kind} ${address}`, { kind, url: address });
  }
  if (unused.length > 0) check.add('LINKS_UNUSED', 'links', unused.slice(0, MAX_NAMED).join(', '));
  return links.size > MAX_PARTS ? check.add('TOO_MANY_LINKS', 'links', MAX_PARTS) : [...links.values()];
}
