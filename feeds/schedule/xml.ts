import { element, elementOf, leaf, optional, xmlDocumentOf } from '../xml.js';
import type { PlacedTalk, Schedule, ScheduledTalk } from './schedule.js';

/** A schedule in c3voc's XML format. */
export const scheduleXml = (schedule: Schedule): Generator<string, void> =>
  xmlDocumentOf(elementOf('schedule', {}, contentsOf(schedule)));

function* contentsOf(schedule: Schedule): Generator<string, void> {
  yield* [
    element('generator', { name: 'Lectern', version: '2.1' }, []),
    leaf('url', schedule.origin),
    leaf('version', schedule.version),
    element('conference', {}, [
      leaf('title', schedule.title),
      leaf('acronym', schedule.acronym),
      leaf('start', schedule.start),
      leaf('end', schedule.end),
      leaf('days', schedule.days.length),
      leaf('timeslot_duration', '00:05'),
      leaf('base_url', schedule.origin),
      leaf('url', schedule.url),
      optional('time_zone_name', schedule.zone),
      ...schedule.tracks.map((track) => element('track', track, [])),
    ]),
  ];
  for (const { rooms, ...attributes } of schedule.days) yield* elementOf('day', attributes, roomsOf(schedule, rooms));
}

function* roomsOf(schedule: Schedule, rooms: Schedule['days'][number]['rooms']): Generator<string, void> {
  for (const { name, guid, talks } of rooms) {
    yield* elementOf('room', { name, guid }, talksOf(schedule, talks));
  }
}

function* talksOf({ talkOf }: Schedule, talks: readonly PlacedTalk[]): Generator<string, void> {
  for (const talk of talks) yield eventOf(talkOf(talk));
}

const eventOf = (talk: ScheduledTalk): string =>
  element('event', { guid: talk.guid, id: talk.id }, [
    leaf('room', talk.room),
    leaf('title', talk.title),
    leaf('subtitle', ''),
    leaf('type', talk.type),
    leaf('date', talk.date),
    leaf('start', talk.start),
    leaf('duration', talk.clockDuration),
    leaf('abstract', ''),
    leaf('slug', talk.slug),
    leaf('track', talk.tracks[0] ?? ''),
    element(
      'persons',
      {},
      talk.persons.map(({ id, name }) => leaf('person', name, { id })),
    ),
    leaf('language', talk.language),
    leaf('description', talk.description),
    element(
      'links',
      {},
      talk.links.map(({ url, type, title }) => leaf('link', title, { href: url, type })),
    ),
    leaf('url', talk.url),
    optional('feedback_url', talk.feedbackUrl),
  ]);
