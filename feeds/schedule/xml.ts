import type { Schedule, ScheduledTalk } from './schedule.js';

/** Written here: libraries build trees, and a schedule needs only escaping (XML 1.0 §2.4). */
const entities: ReadonlyMap<string, string> = new Map([
  ...([
    ['&', '&amp;'],
    ['<', '&lt;'],
    ['>', '&gt;'],
    ['"', '&quot;'],
    ['\r', '&#13;'],
  ] as const),
]);
const escape = (text: string): string => text.replaceAll(/[&<>"\r]/g, (found) => entities.get(found) ?? found);

type Attributes = Readonly<Record<string, string | number | null | undefined>>;

/** An element with complete children; attributes without a value are omitted. */
function element(name: string, attributes: Attributes, children: readonly string[]): string {
  const written = Object.entries(attributes).filter(([, value]) => value !== undefined && value !== null);
  const list = written.map(([key, value]) => ` ${key}="${escape(String(value)).replaceAll(/[\n\t]/g, ' ')}"`).join('');
  return `<${name}${list}>${children.join('')}</${name}>`;
}

const leaf = (name: string, text: string | number): string => element(name, {}, [escape(String(text))]);
const optional = (name: string, text: string | undefined): string => (text === undefined ? '' : leaf(name, text));

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
        [...rooms].map(([name, talks]) => element('room', { name }, talks.map(eventOf))),
      ),
    ),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('schedule', {}, body)}\n`;
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
      talk.speakers.map(({ id, name }) => element('person', { id }, [escape(name)])),
    ),
    leaf('language', talk.language),
    leaf('description', talk.description),
    element(
      'links',
      {},
      talk.links.map(({ url, type, title }) => element('link', { href: url, type }, [title])),
    ),
    leaf('url', talk.url),
    optional('feedback_url', talk.feedbackUrl),
  ]);
