import type { RawTalk } from './schedule.js';
import { sessionType } from './session-types.js';
import { listOf, localText, membersOf, parseJson, talksIn, textOf, type Members } from './json.js';
import { conferenceIn, eventTalksIn } from './schedule-json.js';

/** Whether parsed JSON comes from pretalx: its schedule export, or a list of submissions of its API. */
export function isPretalx(json: unknown): boolean {
  const { generator } = membersOf(json);
  if (conferenceIn(json)) return textOf(membersOf(generator)['name']) === 'pretalx';
  return submissionsIn(json).some((submission) => 'submission_type' in membersOf(submission));
}

/** Parses the JSON of pretalx. The identity of a talk is its code, which survives a new schedule version. */
export function parsePretalx(text: string): RawTalk[] {
  const json = parseJson(text);
  if (!conferenceIn(json)) {
    return talksIn(submissionsIn(json)).map((one, index) => talkOfSubmission(membersOf(one), index + 1));
  }
  return eventTalksIn(json).map(({ event, talk }) => ({
    ...talk,
    id: textOf(event['code']) ?? codeIn(textOf(event['url'])) ?? talk.id,
  }));
}

/** The URL of a talk ends with its code; exports before 2023.1 have no other. */
const codeIn = (url: string | null): string | undefined => /\/talk\/([0-9A-Z]{6})\/?$/.exec(url ?? '')?.[1];

const submissionsIn = (json: unknown): readonly unknown[] =>
  Array.isArray(json) ? json : listOf(membersOf(json)['results']);

function talkOfSubmission(submission: Members, row: number): RawTalk {
  const {
    code,
    title,
    abstract,
    description,
    duration,
    track,
    speakers,
    slot,
    slots,
    content_locale: language,
  } = submission;
  const { start, end, room } = membersOf(slot ?? listOf(slots)[0]);
  const type = submission['submission_type'];
  return {
    ...{ row, id: textOf(code), title: localText(title), language: textOf(language) },
    description: [textOf(abstract), textOf(description)].filter(Boolean).join('\n\n'),
    ...{ start: textOf(start), end: textOf(end), duration: textOf(duration) },
    type: sessionType(nameOf(type)),
    room: nameOf(room),
    roomGuid: textOf(membersOf(room)['guid']),
    tracks: [nameOf(track) ?? ''],
    speakers: listOf(speakers).map((speaker) => {
      const { code: id, name } = membersOf(speaker);
      return { id: textOf(id), name: textOf(name) ?? '' };
    }),
  };
}

/** A name, its translations, or an expanded record with a name. */
const nameOf = (value: unknown): string | null => localText(membersOf(value)['name']) ?? localText(value);
