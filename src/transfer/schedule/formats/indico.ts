import { listOf, membersOf, parseJson, talksIn, textOf, textsIn, type Members } from './json.js';
import { problem, unreadable } from './problems.js';
import { descriptionOf, linkOf } from './schedule-fields.js';
import type { RawFile, RawSpeaker, RawTalk, RawLink } from './schedule.js';
import { sessionType } from './session-types.js';

/** Whether parsed JSON is an export of indico: of events, or of a timetable. */
export const isIndico = (json: unknown): boolean => textOf(membersOf(json)['_type']) === 'HTTPAPIResult';

/**
 * Parses an export of indico: `event` with the details `contributions` or `sessions`, or `timetable`. The identity of a talk
 * is that of its contribution, in all of them. A session without contributions, such as one of posters, is a talk.
 *
 * @throws UnreadableSchedule for an export of events without details
 */
export function parseIndico(text: string): RawFile {
  const { results, complete, url } = membersOf(parseJson(text));
  const entries = Array.isArray(results)
    ? results.flatMap((event) => eventEntries(membersOf(event)))
    : Object.values(membersOf(results)).flatMap((days) => Object.values(membersOf(days)).flatMap(dayEntries));
  if (entries.length === 0 && listOf(results).length > 0) throw unreadable('NOT_EXPANDED', 'detail=sessions');
  return {
    talks: talksIn(entries).map((entry, index) => talkOf(entry, index + 1)),
    isComplete: complete !== false,
    problems: complete === false ? [problem('SOURCE_INCOMPLETE', { detail: textOf(url) ?? 'indico' })] : [],
  };
}

/** An entry of the timetable with the title and the room of its session. */
interface Entry {
  readonly members: Members;
  readonly session: Members;
}

const entriesOf = (list: readonly unknown[], session: Members = {}): Entry[] =>
  list.map((one) => ({ members: membersOf(one), session }));

function eventEntries({ contributions, sessions }: Members): Entry[] {
  const ofSessions = listOf(sessions)
    .map(membersOf)
    .flatMap((session) => withSession(session, listOf(session['contributions'])));
  return [...entriesOf(listOf(contributions)), ...ofSessions];
}

const dayEntries = (day: unknown): Entry[] =>
  Object.values(membersOf(day))
    .map(membersOf)
    .flatMap((entry) =>
      textOf(entry['entryType']) === 'Session'
        ? withSession(entry, Object.values(membersOf(entry['entries'])))
        : entriesOf([entry]),
    );

const withSession = (session: Members, contributions: readonly unknown[]): Entry[] =>
  contributions.length > 0 ? entriesOf(contributions, session) : entriesOf([{ ...session, isSession: true }]);

function talkOf({ members, session }: Entry, row: number): RawTalk {
  const isBreak = textOf(members['entryType']) === 'Break';
  const id = textOf(members['contributionId']) ?? textOf(members['id']);
  const people = ['speakers', 'presenters', 'conveners'].map((name) => listOf(members[name]));
  const track = textOf(members['track']) ?? textOf(members['session']) ?? textOf(session['title']) ?? '';
  return {
    ...{ row, id: members['isSession'] === true ? `session ${id ?? ''}` : id, title: textOf(members['title']) },
    description: descriptionOf(textOf(members['description'])),
    ...{ start: timeOf(members['startDate']), end: timeOf(members['endDate']) },
    type: isBreak ? 'EVENT_RELATED' : sessionType(textOf(members['type'])),
    room: textOf(members['room']) || textOf(members['roomFullname']) || textOf(session['room']),
    tracks: [track],
    speakers: (people.find((list) => list.length > 0) ?? []).map((person) => speakerOf(membersOf(person))),
    links: listOf(members['folders']).flatMap((folder) => linksIn(membersOf(folder)['attachments'])),
  };
}

/** A local time with its zone in the form of RFC 9557. */
function timeOf(value: unknown): string | null {
  const { date, time, tz } = membersOf(value);
  const [day, clock, zone] = [textOf(date), textOf(time), textOf(tz)];
  return day === null || clock === null ? null : `${day}T${clock}${zone === null ? '' : `[${zone}]`}`;
}

/** Full names of indico begin with the family name. */
function speakerOf(person: Members): RawSpeaker {
  const parts = textsIn([person['first_name'] ?? person['firstName'], person['last_name'] ?? person['familyName']]);
  const name = parts.join(' ').trim() || textOf(person['name']) || textOf(person['fullName']) || '';
  return { name, id: textOf(person['person_id']) ?? textOf(person['id']) };
}

const linksIn = (attachments: unknown): RawLink[] =>
  listOf(attachments).flatMap((attachment) => {
    const { title, download_url: download, link_url: link } = membersOf(attachment);
    return linkOf(textOf(download) ?? textOf(link), null, textOf(title)) ?? [];
  });
