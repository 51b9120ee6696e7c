import type { ClientBase, Pool } from 'pg';
import type { EventImageFiles } from '../../../core/ports.js';
import { OperatorError } from '../../../config/operator-error.js';
import { textsOf } from '../values.js';
import { readConference, readEvent, type Conference } from './collect.js';
import { idsNamed, samePeople, unmatchedPeople } from './people.js';
import { fetchPicture } from './picture.js';
import { openSource } from './source.js';
import type { Written } from './write-conference.js';
import { requireNotImported, writeOnce } from './write-once.js';

/** Options of an event import. */
export interface EventImportRequest {
  /** The http or https URL of the event in the API of another server. */
  readonly from: URL;
  /** Username (case-insensitive) of a local account that becomes the host. */
  readonly host: string | undefined;
  /** Whether equal usernames mean the same person on both servers. */
  readonly samePeople: boolean;
  /** Whether the other server stores texts verbatim, so that HTML entities are not decoded. */
  readonly verbatimTexts: boolean;
  /** Rolls everything back at the end. */
  readonly dryRun: boolean;
}

interface Outside {
  readonly pool: Pool;
  readonly files: EventImageFiles;
  /** Called with the current step of `importSteps`. */
  readonly progress: (step: number, what: string) => void;
}

/** The imported event, and one sentence per kind of data that was not imported. */
export interface ImportedEvent extends Written {
  readonly source: string;
  readonly left: readonly string[];
}

const steps = [
  'event',
  'tracks',
  'talks',
  'comments',
  'talk comments',
  'people and picture',
  'writing',
  'done',
] as const;
type Step = (typeof steps)[number];
/** The number of steps that `progress` reports. */
export const importSteps = steps.length - 1;

/**
 * Imports the public data of one event from another server, atomically.
 *
 * @throws OperatorError when it cannot be read, is not v2.1, or was imported before
 */
export async function importEvent(
  request: EventImportRequest,
  { pool, files, progress }: Outside,
): Promise<ImportedEvent> {
  const begin = (step: Step, count?: number): void =>
    progress(steps.indexOf(step), count === undefined ? step : `${count} ${step}`);
  const client = await pool.connect();
  try {
    const hostId = await hostOf(client, request);
    const source = openSource(request.from);
    begin('event');
    const event = await readEvent(source, request.from.href);
    await requireNotImported(client, event.uri);
    const conference = await readConference(source, event, begin);
    begin('people and picture');
    const people = request.samePeople ? await samePeople(client, source, conference) : unmatchedPeople;
    if (hostId === null && !event.hosts.some((host) => people.idOf(host) !== null)) {
      throw new OperatorError(
        'None of its hosts has an active account with the same username here: specify --host as well.',
      );
    }
    const picture = await fetchPicture(source, event);
    begin('writing');
    const given = {
      conference,
      people,
      hostId,
      picture,
      files,
      texts: textsOf(request.verbatimTexts),
      now: new Date(),
    };
    const written = await writeOnce(client, given, request.dryRun);
    begin('done');
    return { ...written, source: event.uri, left: omissions(conference, request.samePeople) };
  } finally {
    client.release();
  }
}

async function hostOf(
  client: ClientBase,
  { host, samePeople: mayFindOne }: EventImportRequest,
): Promise<number | null> {
  if (host === undefined) {
    if (mayFindOne) return null;
    throw new OperatorError('An event requires a host: specify a local username with --host, or use --accounts.');
  }
  const id = (await idsNamed(client, [host])).get(host);
  if (id === undefined) throw new OperatorError(`No active user "${host}": look up the username and try again.`);
  return id;
}

/** Describes data that the other server does not expose, or exposes only as counts: one sentence each. */
function omissions(conference: Conference, samePeople: boolean): string[] {
  const { event, talks, eventComments, talkComments } = conference;
  const stars = talks.records.reduce((sum, { starCount }) => sum + starCount, 0);
  const comments = [...eventComments.records, ...talkComments.records];
  const signed = comments.filter(({ author }) => author.account !== null || author.username !== null).length;
  const speakers = talks.records.flatMap((talk) => talk.speakers).filter(({ account }) => account !== null).length;
  const lists = { tracks: conference.tracks, talks, comments: eventComments, 'talk comments': talkComments };
  return [
    ...(event.attendeeCount > 0 ? [`${event.attendeeCount} attendees were not imported.`] : []),
    ...(stars > 0 ? [`${stars} stars were not imported: the API does not expose their users.`] : []),
    ...(signed > 0 && !samePeople
      ? [`${signed} signed comments were imported as anonymous: their ratings do not count towards averages.`]
      : []),
    ...(speakers > 0 && !samePeople
      ? [
          `${speakers} speakers with an account were imported by name: they can claim their talks, or link them with --accounts.`,
        ]
      : []),
    ...Object.entries(lists)
      .map(([name, { records, total }]) => ({ name, missing: (total ?? 0) - records.length }))
      .filter(({ missing }) => missing > 0)
      .map(({ name, missing }) => `The other server reports ${missing} more ${name} than it returned.`),
  ];
}
