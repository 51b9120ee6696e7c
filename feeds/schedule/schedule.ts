import { DateTime } from 'luxon';
import { v5 } from 'uuid';
import type { EventScheduleQuery, ScheduleTalkFragment, TalkLinkKind } from '../documents.generated.js';
import { lastDay } from '../calendar/days.js';
import { cancelledTitle, languageOf } from '../shared/cancelled-title.js';
import { clean } from '../xml.js';
import { personsOf } from './persons.js';
import { roomGuids } from './rooms.js';
import { acronymOf, clockDurationOf, DAY_BEGINS_AT, dayOf, durationOf, slugOf, zoneOf } from './rules.js';

export type ScheduledEvent = NonNullable<EventScheduleQuery['event']>;

/** When and where a schedule is requested. */
interface Requested {
  readonly origin: string;
  /** Seconds since 1970. */
  readonly now: number;
}

const DATE_LENGTH = 'yyyy-mm-dd'.length;

const linkTypes: Readonly<Record<TalkLinkKind, string>> = {
  ...{ SLIDES: 'slides', VIDEO: 'media', AUDIO: 'media', CODE: 'related', EVENT_SITE: 'web' },
};

/** Titles by which an import recognizes the kind: videos and recordings of sound have the same type. */
const linkTitles: Readonly<Record<TalkLinkKind, string>> = {
  ...{ SLIDES: 'Slides', VIDEO: 'Video', AUDIO: 'Audio', CODE: 'Code', EVENT_SITE: 'Event site' },
};

/** The programme of an event as data, from which both c3voc formats are written. */
export type Schedule = ReturnType<typeof scheduleOf>;
export type ScheduledTalk = ReturnType<Schedule['talkOf']>;

/** Where a talk is in the schedule. */
export type PlacedTalk = ReturnType<typeof placeOf>;

export function scheduleOf(event: ScheduledEvent, { origin, now }: Requested) {
  const talks = event.talks.nodes.map((talk) => placeOf(talk, event));
  const tracks = [...new Set(talks.flatMap(({ tracks: names }) => names))];
  const guidOfRoom = roomGuids(talks, event.guid);
  const personOf = personsOf(event.guid);
  const byDay = Map.groupBy(talks, ({ day }) => day);
  // The formats require at least one day.
  const dates = talks.length === 0 ? [dayOf(event.startDate)] : [...byDay.keys()].sort();
  const changes = [
    ...[event, ...event.talks.nodes].map(({ changedDate }) => changedDate),
    ...event.cancelledTalks.nodes.map(({ cancelledDate }) => cancelledDate),
  ];
  return {
    origin,
    /** Composes a talk: of huge events, not all at once. */
    talkOf: (talk: PlacedTalk) => ({ ...talkOf(talk, event, now), persons: personOf(talk.talk.speakers) }),
    version: new Date(changes.reduce((latest, date) => Math.max(latest, Date.parse(date)), 0)).toISOString(),
    // The formats have no status of a conference.
    title: clean(event.cancelledDate === null ? event.name : cancelledTitle(event.name, languageOf(event.talks.nodes))),
    acronym: acronymOf(event.slug),
    start: event.startDate.slice(0, DATE_LENGTH),
    end: lastDay(event.startDate, event.endDate).slice(0, DATE_LENGTH),
    url: clean(event.websiteUrl ?? origin),
    zone: zoneOf(event.timeZone),
    tracks: tracks.map((name) => ({ name, color: `#${v5(name, event.guid).slice(0, 6)}` })),
    rooms: [...guidOfRoom].map(([name, guid]) => ({ name, guid })),
    days: dates.map((date, at) => ({
      index: at + 1,
      date,
      ...boundsOf(date, event.timeZone),
      rooms: [...Map.groupBy(byDay.get(date) ?? [], ({ room }) => room)].map(([name, talksOfRoom]) => ({
        ...{ name, guid: guidOfRoom.get(name) ?? '', talks: talksOfRoom },
      })),
    })),
  };
}

function placeOf(talk: ScheduleTalkFragment, event: ScheduledEvent) {
  const tracks = talk.tracks.map(({ name }) => clean(name));
  const ownRoom = clean(talk.room ?? '');
  return {
    ...{ talk, tracks, day: dayOf(talk.startDate) },
    room: ownRoom || tracks[0] || clean(event.name),
    roomGuid: ownRoom === '' ? null : talk.roomGuid,
  };
}

function talkOf({ talk, tracks, day, room }: PlacedTalk, event: ScheduledEvent, now: number) {
  return {
    id: Number(talk.id),
    guid: talk.guid,
    slug: slugOf(acronymOf(event.slug), talk),
    day,
    date: talk.startDate,
    start: talk.startDate.slice(11, 16),
    duration: durationOf(talk.durationMinutes),
    clockDuration: clockDurationOf(talk.durationMinutes),
    room,
    title: clean(talk.title),
    type: talk.type.toLowerCase(),
    tracks,
    language: talk.language.tag,
    description: clean(talk.description),
    links: talk.links.map(({ kind, url }) => ({ url: clean(url), type: linkTypes[kind], title: linkTitles[kind] })),
    url: talk.feedbackUrl,
    // Schedules are downloaded before the talks: only talks whose comments have closed omit the form.
    feedbackUrl: talk.commentsOpen || Date.parse(talk.startDate) > now * 1000 ? talk.feedbackUrl : undefined,
  };
}

/** A day from 04:00 until 04:00, with the offsets of its zone. */
function boundsOf(date: string, zone: string) {
  const start = DateTime.fromISO(date, { zone }).set({ hour: DAY_BEGINS_AT });
  const write = (time: DateTime) => time.toISO({ suppressMilliseconds: true, includeOffset: true }) ?? '';
  return { start: write(start), end: write(start.plus({ days: 1 })) };
}
