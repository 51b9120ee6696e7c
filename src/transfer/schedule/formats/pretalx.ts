import { problem, unreadable } from './problems.js';
import { descriptionOf, linkOf } from './schedule-fields.js';
import type { RawFile, RawTalk, RawLink } from './schedule.js';
import { sessionType } from './session-types.js';
import { listOf, localText, membersOf, parseJson, talksIn, textOf, type Members } from './json.js';
import { conferenceIn, eventTalksIn, zoneIn } from './schedule-json.js';

/** Whether parsed JSON comes from pretalx: its schedule export, or a list of submissions of its API. */
export function isPretalx(json: unknown): boolean {
  const { generator } = membersOf(json);
  if (conferenceIn(json)) return textOf(membersOf(generator)['name']) === 'pretalx';
  return submissionsIn(json).some((submission) => 'submission_type' in membersOf(submission));
}

/**
 * Parses the JSON of pretalx. The identity of a talk is its code, which survives a new schedule version; a code with
 * several slots is several talks.
 *
 * @throws UnreadableSchedule for an answer of its API with IDs in place of names
 */
export function parsePretalx(text: string): RawFile {
  const json = parseJson(text);
  const collapsed = collapsedIn(submissionsIn(json));
  if (collapsed.length > 0) throw unreadable('NOT_EXPANDED', `expand=${collapsed.join(',')}`);
  const talks = conferenceIn(json)
    ? eventTalksIn(json).map(({ event: { code, url }, talk }) => ({
        ...talk,
        id: textOf(code) ?? codeIn(textOf(url)) ?? talk.id,
      }))
    : talksIn(submissionsIn(json)).flatMap((one, index) => talksOfSubmission(membersOf(one), index + 1));
  const more = textOf(membersOf(json)['next']);
  return {
    talks: inOrder(talksIn(talks)),
    isComplete: more === null,
    zone: zoneIn(json),
    problems: more === null ? [] : [problem('SOURCE_INCOMPLETE', { detail: more })],
  };
}

/** The slots of a code in the order of their times, by which they are numbered. */
const inOrder = (talks: readonly RawTalk[]): RawTalk[] =>
  [...talks]
    .sort((one, other) => ((one.start ?? '') < (other.start ?? '') ? -1 : 1))
    .map((talk) => ({ ...talk, isSlot: true }));

/** The URL of a talk ends with its code; exports before 2023.1 have no other. */
const codeIn = (url: string | null): string | undefined => /\/talk\/([0-9A-Z]{6})\/?$/.exec(url ?? '')?.[1];

const submissionsIn = (json: unknown): readonly unknown[] =>
  Array.isArray(json) ? json : listOf(membersOf(json)['results']);

const isReference = (value: unknown): boolean => typeof value === 'number' || typeof value === 'string';

/** What the API answers with IDs in place of records, unless it is asked to expand them. */
const references: readonly (readonly [name: string, isCollapsed: (submission: Members) => boolean])[] = [
  ['speakers', ({ speakers }) => listOf(speakers).some(isReference)],
  ['submission_type', (submission) => typeof submission['submission_type'] === 'number'],
  ['track', ({ track }) => typeof track === 'number'],
  [
    'slots.room',
    ({ slots }) => listOf(slots).some((slot) => isReference(slot) || typeof membersOf(slot)['room'] === 'number'),
  ],
];

/** The references of submissions that are not expanded. */
const collapsedIn = (submissions: readonly unknown[]): string[] =>
  references.filter(([, isCollapsed]) => submissions.some((one) => isCollapsed(membersOf(one)))).map(([name]) => name);

/** One talk for each slot. */
function talksOfSubmission(submission: Members, row: number): RawTalk[] {
  const { code, title, abstract, description, duration, track, speakers, slot, slots, resources } = submission;
  const type = submission['submission_type'];
  const talk = {
    ...{ row, id: textOf(code), title: localText(title), language: textOf(submission['content_locale']) },
    description: descriptionOf(textOf(abstract), textOf(description)),
    duration: textOf(duration),
    type: sessionType(nameOf(type)),
    tracks: [nameOf(track) ?? ''],
    speakers: listOf(speakers).map((speaker) => {
      const { code: id, name } = membersOf(speaker);
      return { id: textOf(id), name: textOf(name) ?? '' };
    }),
    ...(Array.isArray(resources) && { links: linksIn(resources) }),
  };
  const times = slot === undefined || slot === null ? listOf(slots) : [slot];
  return (times.length > 0 ? times : [undefined]).map((time) => {
    const { start, end, room } = membersOf(time);
    return {
      ...talk,
      start: textOf(start),
      end: textOf(end),
      ...{ room: nameOf(room), roomGuid: textOf(membersOf(room)['guid']) },
    };
  });
}

const linksIn = (resources: readonly unknown[]): RawLink[] =>
  resources.flatMap((one) => {
    const { resource, link, description } = membersOf(one);
    return linkOf(textOf(resource) ?? textOf(link), null, textOf(description)) ?? [];
  });

/** A name, its translations, or an expanded record with a name. */
const nameOf = (value: unknown): string | null => localText(membersOf(value)['name']) ?? localText(value);
