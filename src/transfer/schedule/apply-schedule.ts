import type { EntityManager } from '@mikro-orm/postgresql';
import { recordTalkChanges } from '../../core/changes/record-talk-changes.js';
import { lockEvent } from '../../core/common/locks.js';
import { followRooms } from '../../core/talk/follow-rooms.js';
import { statementsOf } from '../../core/transaction/transactions.js';
import type { ImportedTalks } from './import-talks.js';
import type { Query } from './read-schedule.js';

/** Runs SQL in the transaction of `em`. */
export const queryOf =
  (em: EntityManager): Query =>
  async <Row>(text: string, values?: unknown[]) =>
    (await statementsOf(em).executeSql(text, values)).rows as Row[];

/**
 * Runs an import in the transaction of `em`. Locks the event, so that concurrent imports run one after the other, and
 * records the changes of its talks.
 *
 * @throws DomainError NOT_FOUND if the event has been deleted concurrently
 */
export async function applySchedule(
  em: EntityManager,
  { eventId, dryRun }: { readonly eventId: string; readonly dryRun: boolean },
  work: (query: Query) => Promise<ImportedTalks>,
): Promise<ImportedTalks> {
  await lockEvent(em, eventId);
  const { run } = statementsOf(em);
  const query = queryOf(em);
  const write = () =>
    followRooms(
      run,
      eventId,
      ({ statedRooms }) => statedRooms,
      () => work(query),
    );
  return dryRun ? work(query) : recordTalkChanges(run, { eventId, talkIds: null }, write);
}
