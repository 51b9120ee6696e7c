import { sql } from 'kysely';
import { statement, type Parameters } from '../../database/sql/statement.js';
import { recordTalkChanges } from '../changes/record-talk-changes.js';
import { lockEvent } from '../common/locks.js';
import { Validation } from '../common/validation.js';
import { membershipOf, visibleEvent } from '../common/visible-records.js';
import type { Context } from '../context.js';
import { domainError } from '../errors.js';
import { mayRenameRoom, permit, requireViewer } from '../rules.js';
import { statementsOf } from '../transaction/transactions.js';
import { followRooms } from './follow-rooms.js';
import { MAX_ROOM_LENGTH } from './talk-fields.js';

export interface RoomName {
  readonly eventId: string;
  /** The exact name of the room. */
  readonly room: string;
  readonly newName: string;
}

type Names = Parameters<{ eventId: string; room: string; newName: string }>;

const takenName = statement(
  'talk in room of this name',
  ($: Names) => sql<object>`
    select from talks where event_id = ${$.eventId}::bigint and room = ${$.newName} and room <> ${$.room} limit 1`,
);

const moveTalks = statement(
  'rename room',
  ($: Names) => sql<{ id: string }>`
    update talks set room = ${$.newName} where event_id = ${$.eventId}::bigint and room = ${$.room} returning id`,
);

/**
 * Renames a room of an event: moves all its talks, and keeps its GUID. Without effect if the name stays the same.
 *
 * @returns the ID of the event
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, RATE_LIMITED; INVALID if another room has the name
 */
export async function renameRoom(context: Context, { eventId, room, newName }: RoomName): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id } = await visibleEvent(context, eventId);
  permit(mayRenameRoom(viewer, await membershipOf(context, id)), 'HOSTS_ONLY');
  const validation = new Validation();
  validation.text('room', room, MAX_ROOM_LENGTH);
  const names = {
    eventId: id,
    room,
    newName: validation.requiredName('newName', newName.trim(), MAX_ROOM_LENGTH, room),
  };
  validation.throwIfInvalid();
  if (!viewer.isAdmin) await context.limits.consume('room_names_user', viewer.id);
  await context.transactions.withEntities(async (em) => {
    await lockEvent(em, id);
    const { run } = statementsOf(em);
    if ((await run(takenName, names)).length > 0) throw domainError('INVALID', 'ROOM_NAME_TAKEN', 'newName');
    await recordTalkChanges(run, { eventId: id, talkIds: null }, () =>
      followRooms(
        run,
        id,
        () => new Map(),
        async () => {
          if ((await run(moveTalks, names)).length === 0) throw domainError('NOT_FOUND', 'ROOM_UNKNOWN', 'room');
        },
      ),
    );
  });
  return id;
}
