import type { EntityManager } from '@mikro-orm/postgresql';
import { recordTalkChanges } from '../changes/record-talk-changes.js';
import { lockEvent, lockTalk } from '../common/locks.js';
import { statementsOf } from '../transaction/transactions.js';

/** Foreign keys of every record that belongs to a talk. */
export interface TalkKeys {
  readonly event: string;
  readonly talk: string;
}

type LockedTalk = Awaited<ReturnType<typeof lockTalk>> & Awaited<ReturnType<typeof lockEvent>>;

/**
 * Changes a talk or records that belong to it: locks the event and the talk, and records the change in the event log.
 *
 * @param work receives the locked talk, and the time zone of its event
 * @throws DomainError NOT_FOUND if the talk has been deleted concurrently
 */
export async function changeTalk<Value>(
  em: EntityManager,
  { event, talk }: TalkKeys,
  work: (locked: LockedTalk) => Promise<Value>,
): Promise<Value> {
  const { timeZone } = await lockEvent(em, event);
  const locked = { ...(await lockTalk(em, talk)), timeZone };
  return recordTalkChanges(statementsOf(em).run, { eventId: event, talkIds: [talk] }, () => work(locked));
}
