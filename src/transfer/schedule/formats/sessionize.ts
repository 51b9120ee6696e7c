import { unreadable } from './problems.js';
import type { RawTalk } from './schedule.js';
import { sessionType } from './session-types.js';
import { listOf, localText, membersOf, parseJson, talksIn, textOf, type Members } from './json.js';

/** Whether parsed JSON is `view/All`, the grouped `view/Sessions` or `view/GridSmart` of Sessionize. */
export function isSessionize(json: unknown): boolean {
  if (isSpeakers(json)) return true;
  if (Array.isArray(json)) return json.some((group) => sessionsOf(group).length > 0);
  const { sessions } = membersOf(json);
  return (
    Array.isArray(sessions) && (sessions.length === 0 || sessions.some((session) => 'startsAt' in membersOf(session)))
  );
}

/** Whether parsed JSON is `view/Speakers`, which names the sessions of each person. */
const isSpeakers = (json: unknown): boolean =>
  Array.isArray(json) && json.length > 0 && json.every((person) => 'fullName' in membersOf(person));

/** Names by ID, in `view/All`; `view/Sessions` contains them in each session. */
interface Names {
  readonly speakers: ReadonlyMap<string, string>;
  readonly rooms: ReadonlyMap<string, string>;
  readonly categories: ReadonlyMap<string, Category>;
}

interface Category {
  readonly title: string;
  readonly item: string;
}

/** The sessions of a group, or those of all rooms of a day. */
function sessionsOf(group: unknown): readonly unknown[] {
  const { sessions, rooms } = membersOf(group);
  return Array.isArray(sessions) ? sessions : listOf(rooms).flatMap((room) => listOf(membersOf(room)['sessions']));
}

/** A session for all rooms is listed once in each of them. A break may have the same ID at several times. */
function distinct(sessions: readonly unknown[]): unknown[] {
  const byKey = new Map(
    sessions.map((session) => {
      const { id, startsAt } = membersOf(session);
      return [textOf(id) === null ? session : JSON.stringify([id, startsAt]), session];
    }),
  );
  return [...byKey.values()];
}

/**
 * Parses any of these views of Sessionize. Its times have no zone: that of the event applies.
 *
 * @throws UnreadableSchedule for the view of the speakers
 */
export function parseSessionize(text: string): RawTalk[] {
  const json = parseJson(text);
  if (isSpeakers(json)) throw unreadable('SPEAKERS_ONLY');
  const sessions = Array.isArray(json) ? distinct(json.flatMap(sessionsOf)) : sessionsOf(json);
  const names = namesOf(membersOf(json));
  return talksIn(sessions).map((session, index) => talkOf(membersOf(session), names, index + 1));
}

function namesOf({ speakers, rooms, categories }: Members): Names {
  return {
    speakers: byId(
      speakers,
      ({ fullName, firstName, lastName }) =>
        textOf(fullName) ?? [textOf(firstName), textOf(lastName)].filter(Boolean).join(' '),
    ),
    rooms: byId(rooms, ({ name }) => localText(name) ?? ''),
    categories: new Map(
      listOf(categories).flatMap((category) => {
        const { title, items } = membersOf(category);
        return [...byId(items, ({ name }) => ({ title: textOf(title) ?? '', item: localText(name) ?? '' }))];
      }),
    ),
  };
}

const byId = <Value>(list: unknown, valueOf: (item: Members) => Value): ReadonlyMap<string, Value> =>
  new Map(listOf(list).map((item) => [textOf(membersOf(item)['id']) ?? '', valueOf(membersOf(item))]));

function talkOf(session: Members, names: Names, row: number): RawTalk {
  const categories = categoriesOf(session, names);
  const inCategory = (pattern: RegExp) => categories.filter(({ title }) => pattern.test(title)).map(({ item }) => item);
  return {
    ...{ row, id: textOf(session['id']), title: textOf(session['title']) },
    description: textOf(session['description']),
    ...{ start: textOf(session['startsAt']), end: textOf(session['endsAt']) },
    type: typeOf(session) ?? sessionType(inCategory(/\b(?:format|type)\b/i)[0]),
    language: inCategory(/^(?:(?:session|talk|spoken|presentation) )?language$/i)[0],
    room: textOf(session['room']) ?? names.rooms.get(textOf(session['roomId']) ?? '') ?? null,
    tracks: inCategory(/\btracks?\b/i),
    speakers: listOf(session['speakers']).map((speaker) => speakerOf(speaker, names)),
    ...('recordingUrl' in session && { links: [{ kind: 'VIDEO', url: textOf(session['recordingUrl']) ?? '' }] }),
  };
}

/** The flags of Sessionize, which take precedence over the session format. */
function typeOf({ isServiceSession, isPlenumSession }: Members): RawTalk['type'] {
  if (isServiceSession === true) return 'EVENT_RELATED';
  return isPlenumSession === true ? 'KEYNOTE' : undefined;
}

/** The speakers of a session are IDs in `view/All`, and records in `view/Sessions`. */
function speakerOf(speaker: unknown, { speakers }: Names) {
  const id = textOf(speaker);
  if (id !== null) return { id, name: speakers.get(id) ?? '' };
  const { id: own, name } = membersOf(speaker);
  return { id: textOf(own), name: textOf(name) ?? '' };
}

/** The categories of a session are `categoryItems` in `view/All`, and `categories` with their items in `view/Sessions`. */
function categoriesOf({ categoryItems, categories }: Members, names: Names): Category[] {
  const ids = listOf(categoryItems).flatMap((id) => names.categories.get(textOf(id) ?? '') ?? []);
  const nested = listOf(categories).flatMap((category) => {
    const { name, categoryItems: items } = membersOf(category);
    return listOf(items).map((item) => ({ title: textOf(name) ?? '', item: textOf(membersOf(item)['name']) ?? '' }));
  });
  return [...ids, ...nested];
}
