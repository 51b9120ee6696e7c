import type { ClientBase, Pool } from 'pg';
import type { EventImageFiles } from '../../images/event-image-files.js';
import { OperatorError } from '../../operator-error.js';
import { readConference, readEvent } from './collect.js';
import { unmoved } from './unmoved.js';
import { idsNamed, samePeople, strangers } from './people.js';
import { fetchPicture } from './picture.js';
import { openSource } from './source.js';
import { textsOf } from './texts.js';
import type { Written } from './write-conference.js';
import { refuseKnown, writeOnce } from './write-once.js';

/** What an operator asks for. */
export interface EventImportRequest {
  /** The event in the API of another server; of http or https. */
  readonly from: URL;
  /** The username, in any case, of an account here that becomes its host. */
  readonly host: string | undefined;
  /** Whether people of one username are the same on both servers. */
  readonly samePeople: boolean;
  /** Whether the other server keeps texts as they were written, so that an `&amp;` is one. */
  readonly verbatimTexts: boolean;
  /** Whether nothing is to stay of it. */
  readonly dryRun: boolean;
}

interface Outside {
  readonly pool: Pool;
  readonly files: EventImageFiles;
  /** Told what is done, as a step of `importSteps`. */
  readonly progress: (step: number, what: string) => void;
}

/** What became of the event, and, in sentences, what of the other server did not come along. */
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
/** How many steps `progress` is told of. */
export const importSteps = steps.length - 1;

/**
 * Brings one event from another server: everything that it shows everybody, or nothing.
 *
 * @throws OperatorError when it cannot be read, is no v2.1, or is here already
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
    await refuseKnown(client, event.uri);
    const conference = await readConference(source, event, begin);
    begin('people and picture');
    const people = request.samePeople ? await samePeople(client, source, conference) : strangers;
    if (hostId === null && !event.hosts.some((host) => people.idOf(host) !== null)) {
      throw new OperatorError(
        'None of its hosts has an active account here of the same username: give --host as well.',
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
    return { ...written, source: event.uri, left: unmoved(conference, request.samePeople) };
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
    throw new OperatorError('An event needs a host: give --host and the username of somebody here, or --accounts.');
  }
  const id = (await idsNamed(client, [host])).get(host);
  if (id === undefined)
    throw new OperatorError(`There is no active user "${host}": look up the username and try again.`);
  return id;
}
