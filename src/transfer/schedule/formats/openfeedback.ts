import type { RawTalk } from './schedule.js';
import { descriptionOf } from './schedule-fields.js';
import { isHoverboard } from './hoverboard.js';
import { localText, membersOf, parseJson, talksIn, textOf, textsIn, type Members } from './json.js';

/** Whether parsed JSON has the sessions of OpenFeedback: a record by ID, not a list. */
export const isOpenFeedback = (json: unknown): boolean =>
  Object.keys(membersOf(membersOf(json)['sessions'])).length > 0 && !isHoverboard(json);

/** Parses the format of OpenFeedback: sessions and speakers, each by ID. Tags are not stored. */
export function parseOpenFeedback(text: string): RawTalk[] {
  const { sessions, speakers } = membersOf(parseJson(text));
  const people = new Map(
    Object.entries(membersOf(speakers)).map(([id, person]) => [id, localText(membersOf(person)['name'])]),
  );
  return talksIn(Object.entries(membersOf(sessions))).map(([id, session], index) =>
    talkOf(id, membersOf(session), people, index + 1),
  );
}

function talkOf(id: string, session: Members, people: ReadonlyMap<string, string | null>, row: number): RawTalk {
  const { title, startTime, endTime, trackTitle, speakers } = session;
  return {
    ...{ row, id, title: localText(title), start: textOf(startTime), end: textOf(endTime) },
    ...(('description' in session || 'abstract' in session) && {
      description: descriptionOf(localText(session['abstract']), localText(session['description'])),
    }),
    ...('language' in session && { language: textOf(session['language']) }),
    // Sessions that take no feedback are breaks and the like. Tags are topics, not types.
    type: session['hideInFeedback'] === true ? 'EVENT_RELATED' : undefined,
    tracks: [localText(trackTitle) ?? ''],
    speakers: textsIn(speakers).map((person) => ({ id: person, name: people.get(person) ?? '' })),
  };
}
