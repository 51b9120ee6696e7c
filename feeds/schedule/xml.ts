import { element, leaf, optional, xmlDocument } from '../xml.js';
import type { Schedule, ScheduledTalk } from './schedule.js';

/** A schedule in c3voc's XML format. */
export function scheduleXml(schedule: Schedule): string {
  const body = [
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
    ...schedule.days.map(({ rooms, ...attributes }) =>
      element(
        'day',
        attributes,
        rooms.map(({ name, guid, talks }) => element('room', { name, guid }, talks.map(eventOf))),
      ),
    ),
  ];
  return xmlDocument(element('schedule', {}, body));
}

const eventOf = (talk: ScheduledTalk): string =>
  element('event', { guid: talk.guid, id: talk.id }, [
    leaf('room', talk.room),
    leaf('title', talk.title),
    leaf('type', talk.type),
    leaf('date', talk.date),
    leaf('start', talk.start),
    leaf('duration', talk.duration),
    leaf('abstract', ''),
    leaf('track', talk.tracks[0] ?? ''),
    element(
      'persons',
      {},
      talk.speakers.map(({ id, name }) => leaf('person', name, { id })),
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
