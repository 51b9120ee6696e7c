import type { RawFile, RawTalk, RawLink } from './schedule.js';
import { sessionType } from './session-types.js';
import { listOf, localText, membersOf, parseJson, talksIn, textOf, type Members } from './json.js';
import { descriptionOf, linkOf, startOnDay } from './schedule-fields.js';

/** The conference of a c3voc schedule; undefined for any other JSON. */
export function conferenceIn(json: unknown): Members | undefined {
  const { conference } = membersOf(membersOf(json)['schedule']);
  return conference === undefined ? undefined : membersOf(conference);
}

/** Parses the schedule.json of c3voc. The identity of a talk is its GUID. */
export function parseScheduleJson(text: string): RawFile {
  const json = parseJson(text);
  return { talks: eventTalksIn(json).map(({ talk }) => talk), zone: zoneIn(json) };
}

/** The time zone of a conference. */
export const zoneIn = (json: unknown): string | null => textOf(conferenceIn(json)?.['time_zone_name']);

/** All talks of the days and rooms of a schedule, each beside its JSON. */
export function eventTalksIn(json: unknown): { readonly event: Members; readonly talk: RawTalk }[] {
  const rooms = listOf(conferenceIn(json)?.['rooms']).map(membersOf);
  const roomGuids = new Map(rooms.map(({ name, guid }) => [localText(name), textOf(guid)]));
  return eventsIn(json).map((entry, index) => {
    const talk = talkOfEvent(entry, index + 1);
    return { event: entry.event, talk: { ...talk, roomGuid: roomGuids.get(talk.room ?? null) } };
  });
}

/** An event with what applies to all of its day or file. */
interface ScheduleEvent {
  readonly event: Members;
  /** Date of the day. */
  readonly date: string | null;
  /** Time at which the days change. */
  readonly changes: string | null;
  /** Base of relative addresses. */
  readonly base: string | null;
}

/** All events of all days and rooms, in their order. */
function eventsIn(json: unknown): ScheduleEvent[] {
  const schedule = membersOf(membersOf(json)['schedule']);
  const conference = conferenceIn(json) ?? {};
  const base = textOf(schedule['base_url']) ?? textOf(conference['base_url']) ?? textOf(conference['url']);
  const changes = textOf(conference['day_change']);
  const events = listOf(conference['days']).flatMap((day) => {
    const { date, rooms } = membersOf(day);
    const ofDay = Object.values(membersOf(rooms)).flatMap(listOf);
    return ofDay.map((event) => ({ event, date: textOf(date) }));
  });
  return talksIn(events).map(({ event, date }) => ({ event: membersOf(event), date, changes, base }));
}

function talkOfEvent({ event, date, changes, base }: ScheduleEvent, row: number): RawTalk {
  const guid = textOf(event['guid'])?.trim() || null;
  return {
    ...{ row, guid, id: guid ?? textOf(event['id']), title: localText(event['title']) },
    description: descriptionOf(...['subtitle', 'abstract', 'description'].map((name) => localText(event[name]))),
    start: textOf(event['date']) ?? startOnDay(date, textOf(event['start']), changes),
    ...{ end: textOf(event['end']), duration: textOf(event['duration']) },
    type: sessionType(localText(event['type'])),
    language: textOf(event['language']),
    room: localText(event['room']),
    tracks: [localText(event['track']) ?? ''],
    speakers: listOf(event['persons']).map((person) => speakerOf(membersOf(person))),
    links: [...linksIn(event['links'], base), ...linksIn(event['attachments'], base)],
  };
}

function speakerOf({ code, guid, id, name, public_name: publicName, full_public_name: fullName }: Members) {
  return {
    id: textOf(code) ?? textOf(guid) ?? textOf(id),
    name: textOf(name) ?? textOf(publicName) ?? textOf(fullName) ?? '',
  };
}

const linksIn = (links: unknown, base: string | null): RawLink[] =>
  listOf(links).flatMap((link) => {
    const { url, type, title } = membersOf(link);
    return linkOf(textOf(url), textOf(type), textOf(title), base) ?? [];
  });
