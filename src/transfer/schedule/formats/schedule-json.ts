import type { RawTalk, SourceLink } from './schedule.js';
import { sessionType } from './session-types.js';
import { listOf, localText, membersOf, parseJson, textOf, type Members } from './json.js';
import { descriptionOf, linkOf } from './schedule-fields.js';

/** The conference of a c3voc schedule; undefined for any other JSON. */
export function conferenceIn(json: unknown): Members | undefined {
  const { conference } = membersOf(membersOf(json)['schedule']);
  return conference === undefined ? undefined : membersOf(conference);
}

/** Parses the schedule.json of c3voc. The identity of a talk is its GUID. */
export const parseScheduleJson = (text: string): RawTalk[] =>
  eventsIn(parseJson(text)).map((event, index) => talkOfEvent(event, index + 1));

/** All events of all days and rooms, in their order. */
export function eventsIn(json: unknown): Members[] {
  return listOf(conferenceIn(json)?.['days']).flatMap((day) =>
    Object.values(membersOf(membersOf(day)['rooms'])).flatMap((events) => listOf(events).map(membersOf)),
  );
}

export function talkOfEvent(event: Members, row: number): RawTalk {
  const guid = textOf(event['guid']);
  return {
    ...{ row, guid, id: guid ?? textOf(event['id']), title: localText(event['title']) },
    description: descriptionOf(localText(event['abstract']), localText(event['description'])),
    ...{ start: textOf(event['date']), end: textOf(event['end']), duration: textOf(event['duration']) },
    type: sessionType(localText(event['type'])),
    language: textOf(event['language']),
    room: localText(event['room']),
    tracks: [localText(event['track']) ?? ''],
    speakers: listOf(event['persons']).map((person) => speakerOf(membersOf(person))),
    links: [...linksIn(event['links']), ...linksIn(event['attachments'])],
  };
}

function speakerOf({ code, guid, id, name, public_name: publicName, full_public_name: fullName }: Members) {
  return {
    id: textOf(code) ?? textOf(guid) ?? textOf(id),
    name: textOf(name) ?? textOf(publicName) ?? textOf(fullName) ?? '',
  };
}

const linksIn = (links: unknown): SourceLink[] =>
  listOf(links).flatMap((link) => {
    const { url, type, title } = membersOf(link);
    return linkOf(textOf(url), textOf(type), textOf(title)) ?? [];
  });
