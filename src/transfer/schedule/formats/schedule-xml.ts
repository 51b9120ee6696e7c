import { SaxesParser } from 'saxes';
import { unreadable } from './problems.js';
import { MAX_DEPTH, MAX_TALKS, type RawFile, type RawSpeaker, type RawTalk, type RawLink } from './schedule.js';
import { sessionType } from './session-types.js';
import { descriptionOf, linkOf, startOnDay } from './schedule-fields.js';

/** An open element. */
interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

/** The `event` that is being read: its child elements, people and links. */
interface EventElement {
  readonly attributes: Element['attributes'];
  /** GUID of the room that contains it. */
  readonly roomGuid: string | null;
  readonly children: Map<string, string>;
  readonly persons: RawSpeaker[];
  readonly links: RawLink[];
  /** The date of its day, and the time at which days change. */
  readonly day: string | null;
  readonly changes: string | null;
}

/**
 * Parses the schedule.xml of c3voc. The identity of a talk is its GUID. Streams, so that only the content of events takes
 * memory. Rejects any document type declaration, and thereby all entities except the five of XML.
 *
 * @throws UnreadableSchedule
 */
export function parseScheduleXml(text: string): RawFile {
  const parser = new SaxesParser({ xmlns: false });
  const stack: Element[] = [];
  const talks: RawTalk[] = [];
  let event: EventElement | undefined;
  let day: string | null = null;
  let changes: string | null = null;
  let base: string | null = null;
  let zone: string | null = null;
  let other: string | undefined;
  parser.on('doctype', () => {
    throw unreadable('DOCTYPE_FORBIDDEN');
  });
  parser.on('error', ({ message }) => {
    // Its sentences end with a full stop, as ours do.
    throw unreadable('FILE_UNREADABLE', message.replace(/\.+$/, ''));
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (stack.length >= MAX_DEPTH) throw unreadable('TOO_DEEP', MAX_DEPTH);
    stack.push({ name, attributes, text: '' });
    if (stack.length === 1 && name !== 'schedule') throw unreadable('FORMAT_UNKNOWN', `XML with the element ${name}`);
    if (stack.at(-2)?.name === 'day' && name !== 'room' && name !== 'event') other ??= name;
    if (name === 'day') day = attributes['date'] ?? null;
    if (name === 'event' && !event) {
      const roomGuid = stack.at(-2)?.attributes['guid'] ?? null;
      event = { attributes, roomGuid, children: new Map(), persons: [], links: [], day, changes };
    }
    if (talks.length > MAX_TALKS) throw unreadable('TOO_MANY_TALKS', MAX_TALKS);
  });
  const append = (more: string): void => {
    const element = stack.at(-1);
    if (element && (event || HEAD.has(element.name))) element.text += more;
  };
  parser.on('text', append);
  parser.on('cdata', append);
  parser.on('closetag', () => {
    const element = stack.pop();
    if (element?.name === 'day_change') changes = element.text;
    if (element?.name === 'base_url') base = element.text.trim();
    if (element?.name === 'time_zone_name') zone = element.text.trim();
    if (!element || !event) return;
    if (element.name === 'event') {
      talks.push(talkOf(event, talks.length + 1));
      event = undefined;
    } else close(event, element, base, stack.at(-1)?.name);
  });
  parser.write(text).close();
  if (talks.length === 0 && other !== undefined) {
    throw unreadable(
      'FORMAT_UNKNOWN',
      `XML with days of the element ${other}, rather than of rooms with the element event`,
    );
  }
  return { talks, zone };
}

/** Elements before the events whose text is read. */
const HEAD: ReadonlySet<string> = new Set(['day_change', 'base_url', 'time_zone_name']);

function close(
  { children, persons, links }: EventElement,
  { name, attributes, text }: Element,
  base: string | null,
  parent?: string,
): void {
  if (name === 'person') persons.push({ name: text, id: attributes['guid'] ?? attributes['code'] ?? attributes['id'] });
  else if (name === 'link' || name === 'attachment') {
    const link = linkOf(attributes['href'] ?? null, attributes['type'] ?? null, text, base);
    if (link) links.push(link);
  } else if (parent === 'event') children.set(name, text);
}

function talkOf({ attributes, roomGuid, children, persons, links, day, changes }: EventElement, row: number): RawTalk {
  const child = (name: string): string | null => children.get(name)?.trim() || null;
  const [guid, id] = [attributes['guid']?.trim() || null, attributes['id'] ?? null];
  return {
    ...{ row, guid, id: guid ?? id, title: child('title'), duration: child('duration') },
    start: child('date') ?? startOnDay(day, child('start'), changes),
    description: descriptionOf(child('subtitle'), child('abstract'), child('description')),
    type: sessionType(child('type')),
    language: child('language'),
    room: child('room'),
    roomGuid,
    tracks: [child('track') ?? ''],
    ...{ speakers: persons, links },
  };
}
