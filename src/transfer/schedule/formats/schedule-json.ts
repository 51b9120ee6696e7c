import type { RawTalk, SourceLink } from './schedule.js';
import { sessionType } from './session-types.js';
import { listOf, localText, membersOf, parseJson, talksIn, textOf, type Members } from './json.js';
import { descriptionOf, linkOf } from './schedule-fields.js';

/** The conference of a c3voc schedule; undefined for any other JSON. */
export function conferenceIn(json: unknown): Members | undefined {
  const { conference } = membersOf(membersOf(json)['schedule']);
  return conference === undefined ? undefined : membersOf(conference);
}

/** Parses the schedule.json of c3voc. The identity of a talk is its GUID. */
export const parseScheduleJson = (text: string): RawTalk[] => eventTalksIn(parseJson(text)).map(({ talk }) => talk);

/** All talks of the days and rooms of a schedule, each beside its JSON. */
export function eventTalksIn(json: unknown): { readonly event: Members; readonly talk: RawTalk }[] {
  const rooms = listOf(conferenceIn(json)?.['rooms']).map(membersOf);
  const roomGuids = new Map(rooms.map(({ name, guid }) => [localText(name), textOf(guid)]));
  return eventsIn(json).map((event, index) => {
    const talk = talkOfEvent(event, index + 1);
    return { event, talk: { ...talk, roomGuid: roomGuids.get(talk.room ?? null) } };
  });
}

/** All events of all days and rooms, in their order. */
function eventsIn(json: unknown): Members[] {
  const events = listOf(conferenceIn(json)?.['days']).flatMap((day) =>
    Object.values(membersOf(membersOf(day)['rooms'])).flatMap(listOf),
  );
  return talksIn(events).map(membersOf);
}

function talkOfEvent(event: Members, row: number): RawTalk {
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
