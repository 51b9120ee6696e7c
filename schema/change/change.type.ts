import type { Context } from '../../src/core/context.js';
import { allChangeKinds, changeKinds, type ChangeKind as Kind } from '../../src/core/change-kinds.js';
import { visibleEvent } from '../../src/core/common/visible-records.js';
import { openCursor, sealCursor } from '../../src/core/common/sealed-cursor.js';
import { domainError } from '../../src/core/errors.js';
import {
  readChanges,
  type ChangePage,
  type GivenPosition,
  type LoggedChange,
  type LogPosition,
} from '../../src/core/reads/change-log.js';
import { viewerArgument } from '../../src/core/reads/scope.js';
import { enumOf, field, nullable } from '../fields.js';
import { computed, maybeRelated, objectType } from '../object-type.js';
import { loadResource } from '../resource.queries.js';
import { queries, query } from '../root-fields.js';

const nameOf = (kind: Kind): string => kind.replace('.', '_').toUpperCase();
const kindNamed = new Map(allChangeKinds.map((kind) => [nameOf(kind), kind]));

export const ChangeKind = enumOf(
  'ChangeKind',
  'A kind of change.',
  Object.fromEntries(allChangeKinds.map((kind) => [nameOf(kind), changeKinds[kind].description])),
);

/** The kinds with these names of `ChangeKind`; null for all. */
export const kindsOf = (names: readonly string[] | null | undefined): Kind[] | null =>
  names?.flatMap((name) => kindNamed.get(name) ?? []) ?? null;

/** Names of `ChangeKind`. */
export const namesOf = (kinds: readonly Kind[]): string[] => kinds.map(nameOf);

type Key = Pick<Context, 'services'>;
/** All lists of changes have the same positions. */
const LIST = 'changes';

/** Encodes a position as a cursor that shows neither when nor in which transaction the change was made. */
export const changeCursor = ({ epoch, transactionId, id }: LogPosition, { services }: Key): string =>
  sealCursor([epoch, transactionId, id].join('.'), services.secretKey, LIST);

/**
 * Decodes a cursor, also one of version 1.0.0, which was not encrypted: `readChanges` refuses positions that it cannot have
 * handed out.
 *
 * @throws DomainError INVALID if the text is not a cursor of this list
 */
export function changePosition(cursor: string, { services }: Key): GivenPosition {
  const sealed = openCursor(cursor, services.secretKey, LIST);
  const text = sealed ?? Buffer.from(cursor, 'base64url').toString();
  const [, epoch, transactionId, id] = /^(\d{1,18})\.(\d{1,18})\.(\d{1,18})$/.exec(text) ?? [];
  if (epoch === undefined || transactionId === undefined || id === undefined) {
    throw domainError('INVALID', 'CURSOR_UNREADABLE', 'after');
  }
  return { epoch, transactionId, id, ...(sealed === null && { isPlain: true }) };
}

objectType('ChangedTalk', 'The state of a talk before or after a change.', {
  title: field.string('Title of the talk.'),
  startsAt: field.dateTime('Scheduled start, in UTC.'),
  durationMinutes: field.int('Duration in minutes.'),
  room: nullable.string('Room; null if it is unknown.'),
  trackIds: field.ids('IDs of the tracks of the talk.'),
});

const record = nullable.record(
  () => loadResource.type,
  'The record in its current state; null if it was deleted, is not visible to the viewer, or is a speaker claim.',
);

objectType(
  'Change',
  'A change of an event or of a record that belongs to it. Contains the ID of the record, and neither comment texts nor names of people.',
  {
    kind: computed(
      field.of<string>(() => ChangeKind, 'Kind of the change.'),
      ({ kind }: LoggedChange) => nameOf(kind),
    ),
    at: computed(
      field.dateTime('Time of the change, in UTC; rounded down to the day for comments with a hidden name.'),
      ({ at }: LoggedChange) => new Date(at * 1000).toISOString(),
    ),
    event: maybeRelated(
      'Event',
      'event',
      'eventId',
      'The event that the record is or belongs to; null if it was withdrawn or deleted.',
    ),
    talk: computed(
      nullable.record(
        'Talk',
        'The talk that the record is or belongs to; null for other records, and if it was deleted or is not visible to the viewer.',
      ),
      ({ talkId }: LoggedChange, { reads }) => (talkId === null ? null : reads.load('talk', talkId)),
    ),
    recordId: field.id('Numeric ID of the record, also if it was deleted.'),
    record: computed(record, ({ kind, recordId }: LoggedChange, { reads }) => {
      const { type } = changeKinds[kind];
      return type === 'SpeakerClaim' ? null : loadResource(reads, type, recordId);
    }),
    before: nullable.record(
      'ChangedTalk',
      'The talk before the change; null for new talks, for other records, and if only other fields changed.',
    ),
    after: nullable.record(
      'ChangedTalk',
      'The talk after the change; null for deleted talks, for other records, and if only other fields changed.',
    ),
  },
);

objectType('ChangeEdge', 'One `Change` and its cursor.', {
  cursor: computed(field.string('Opaque cursor of the change.'), (change: LoggedChange, context) =>
    changeCursor(change, context),
  ),
  node: computed(field.record('Change', 'The change.'), (change: LoggedChange) => change),
});

objectType('ChangeConnection', 'A page of changes, in the order in which they were committed.', {
  nodes: computed(field.records('Change', 'The changes of this page.'), ({ changes }: ChangePage) => changes),
  edges: computed(
    field.records('ChangeEdge', 'The changes of this page with their cursors.'),
    ({ changes }: ChangePage) => changes,
  ),
  endCursor: computed(
    field.string(
      'Cursor after this page, also if it is empty: continue with it as `after`. It also follows changes that are not visible to the viewer.',
    ),
    ({ end }: ChangePage, context) => changeCursor(end, context),
  ),
  headCursor: computed(
    field.string('Cursor after all existing changes: start with it as `after` to receive only later ones.'),
    ({ head }: ChangePage, context) => changeCursor(head, context),
  ),
  pageInfo: computed(
    field.record(
      'PageInfo',
      'Position of this page. `endCursor` is never null, and `hasPreviousPage` is always false.',
    ),
    ({ changes, hasNext, end }: ChangePage, context) => {
      const [first] = changes;
      return {
        ...{ hasNextPage: hasNext, hasPreviousPage: false },
        ...{ startCursor: first ? changeCursor(first, context) : null, endCursor: changeCursor(end, context) },
      };
    },
  ),
});

const DEFAULT_FIRST = 100;
const MAX_FIRST = 100;
/** The cost of reading up to 5 000 rows of the log, of which the viewer may see none, in records. */
const SCAN_COST = 1_000;

export const changeQueries = queries({
  changes: {
    ...query(
      field.record(
        'ChangeConnection',
        'Changes of events and of their talks and comments that the viewer may see, oldest first, for frontends and mirrors that follow them. Changes are kept for `LOG_DAYS` days (30 by default). Each appears once, after all transactions that began before it have ended: usually within milliseconds. Errors: NOT_FOUND; INVALID, also with CURSOR_EXPIRED if changes after the cursor no longer exist: then store `headCursor`, read the records again, and continue there.',
      ),
      {
        eventId: nullable.id('ID of an event; changes of all events if omitted or null.'),
        after: nullable.string('Return changes after this cursor; from the oldest one if omitted or null.'),
        kinds: {
          ...nullable.of<string[]>(() => [ChangeKind] as never, 'The kinds to return; all if omitted or null.'),
        },
        first: field.int(`Maximum number of changes. Default ${DEFAULT_FIRST}, at most ${MAX_FIRST}.`, {
          defaultValue: DEFAULT_FIRST,
        }),
      },
      async (context, { eventId, after, kinds, first }) => {
        if (first < 0 || first > MAX_FIRST) throw domainError('INVALID', 'PAGE_SIZE_OUT_OF_RANGE', 'first', MAX_FIRST);
        const event = eventId == null ? null : await visibleEvent(context, eventId);
        const { scope, scans } = context.reads;
        const request = {
          eventId: event?.id ?? null,
          after: after == null ? null : changePosition(after, context),
          kinds: kindsOf(kinds),
          first,
        };
        return scans.run(['changes', request], () =>
          readChanges(context.primary, scope.visibility, viewerArgument(scope), request),
        );
      },
    ),
    complexity: ({ args: { first }, childComplexity }: { args: { first: number }; childComplexity: number }) =>
      SCAN_COST + Math.max(first, 1) * (1 + childComplexity),
  },
});
