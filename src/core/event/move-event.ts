import type { EntityManager, InferEntity } from '@mikro-orm/postgresql';
import { Event } from '../../database/entities/event.entity.js';
import { changedTimes } from './changed-times.js';
import type { Shift } from './programme-shift.js';
import { shiftedTime } from './shifted-time.js';

type StoredEvent = InferEntity<typeof Event>;

/** The times of an event, and the local times beside them. */
const times = {
  dates: { startsAt: 'startsLocal', endsAt: 'endsLocal' },
  call: { cfpStartsAt: 'cfpStartsLocal', cfpEndsAt: 'cfpEndsLocal' },
} as const;
type TimeName = keyof typeof times.dates | keyof typeof times.call;

/**
 * Moves an event itself. Its call for papers moves only to another zone: its deadline was announced.
 *
 * @param stored as the locked row has it
 * @param movesDates false: only the zone changes
 */
export async function moveEvent(
  em: EntityManager,
  stored: StoredEvent,
  shift: Shift,
  movesDates: boolean,
): Promise<void> {
  const names = { ...(movesDates && { ...times.dates, ...(shift.zone !== undefined && times.call) }) };
  const moved: { [Name in TimeName]?: Date } = Object.fromEntries(
    Object.entries(names).flatMap(([name, localName]) => {
      const time = movedTime(stored[name as TimeName], stored[localName], stored.timeZone, shift);
      return time ? [[name, time]] : [];
    }),
  );
  const { startsAt, endsAt } = moved;
  const given = {
    ...moved,
    // An hour that the clock skips could have become that after the end.
    ...(startsAt && endsAt && endsAt < startsAt && { endsAt: startsAt }),
    ...(shift.zone !== undefined && { timeZone: shift.zone }),
  };
  if (Object.keys(given).length === 0) return;
  await em.nativeUpdate(Event, { id: stored.id }, { ...given, ...changedTimes(given, stored) });
}

function movedTime(
  time: Date | null | undefined,
  local: string | null | undefined,
  zone: string,
  shift: Shift,
): Date | null {
  if (time == null) return null;
  const shown = { at: time.getTime() / 1000, local: local == null ? null : Date.parse(`${local}Z`) / 1000 };
  return new Date(time.getTime() + shiftedTime(shown, zone, shift).seconds * 1000);
}
