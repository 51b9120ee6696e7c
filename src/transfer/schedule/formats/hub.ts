import { listOf, localText, membersOf, parseJson, talksIn, textOf, type Members } from './json.js';
import { descriptionOf, linkOf } from './schedule-fields.js';
import type { RawFile, RawTalk, RawLink } from './schedule.js';
import { conferenceIn, zoneIn } from './schedule-json.js';
import { sessionType } from './session-types.js';

const scheduleOf = (json: unknown): Members => membersOf(membersOf(json)['schedule']);

/** Whether parsed JSON is schedule2 of the c3 hub: a list of events beside the conference, rather than in its days. */
export const isHub = (json: unknown): boolean =>
  conferenceIn(json) !== undefined && Array.isArray(scheduleOf(json)['events']);

/** Parses schedule2 of the c3 hub. The identity of a talk is its GUID; tracks and rooms may be references. */
export function parseHub(text: string): RawFile {
  const json = parseJson(text);
  const { events, base_url: base } = scheduleOf(json);
  const { tracks, rooms } = conferenceIn(json) ?? {};
  const names = { tracks: namesBy('slug', tracks), rooms: namesBy('guid', rooms), base: textOf(base) };
  const talks = talksIn(listOf(events)).map((event, index) => talkOf(membersOf(event), names, index + 1));
  return { talks, zone: zoneIn(json) };
}

interface Names {
  readonly tracks: ReadonlyMap<string, string>;
  readonly rooms: ReadonlyMap<string, string>;
  /** Base of relative addresses. */
  readonly base: string | null;
}

const namesBy = (key: string, list: unknown): ReadonlyMap<string, string> =>
  new Map(listOf(list).map((item) => [textOf(membersOf(item)[key]) ?? '', localText(membersOf(item)['name']) ?? '']));

function talkOf(event: Members, { tracks, rooms, base }: Names, row: number): RawTalk {
  const guid = textOf(event['guid'])?.trim() || null;
  const room = membersOf(event['room']);
  const roomGuid = textOf(room['guid']);
  const track = membersOf(event['track']);
  return {
    ...{ row, guid, id: guid ?? textOf(event['code']), title: localText(event['title']) },
    description: descriptionOf(...['subtitle', 'abstract', 'description'].map((name) => localText(event[name]))),
    ...{ start: textOf(event['start']), end: textOf(event['end']), duration: textOf(event['duration']) },
    type: sessionType(textOf(event['type'])),
    language: textOf(event['language']),
    ...{ roomGuid, room: localText(room['name']) ?? rooms.get(roomGuid ?? '') ?? localText(event['room']) },
    tracks: [localText(track['name']) ?? tracks.get(textOf(track['slug']) ?? '') ?? localText(event['track']) ?? ''],
    speakers: listOf(event['participants']).map((person) => {
      const { guid: id, name } = membersOf(person);
      return { id: textOf(id), name: textOf(name) ?? '' };
    }),
    links: [...listOf(event['links']), ...listOf(event['attachments'])].flatMap((link): RawLink[] => {
      const { url, type, title } = membersOf(link);
      return [linkOf(textOf(url), textOf(type), textOf(title), base)].filter((one) => one !== undefined);
    }),
  };
}
