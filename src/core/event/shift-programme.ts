import { sql } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Event } from '../../database/entities/event.entity.js';
import { epoch, statement, type Parameters, type RowOfStatement } from '../../database/sql/statement.js';
import { recordEventChanges } from '../changes/record-event-changes.js';
import { recordTalkChanges } from '../changes/record-talk-changes.js';
import { lockEvent } from '../common/locks.js';
import { membershipOf, visibleEvent } from '../common/visible-records.js';
import type { Context } from '../context.js';
import { ZONE_RULES } from '../date/local-time.js';
import { mayShiftProgramme, permit, requireViewer } from '../rules.js';
import { writeTalkTimes, type WrittenRow } from '../time-zones/outdated-times.js';
import { statementsOf } from '../transaction/transactions.js';
import { moveEvent } from './move-event.js';
import { validShift, type GivenShift, type Shift } from './programme-shift.js';
import { shiftedTime } from './shifted-time.js';

export interface ProgrammeShift extends GivenShift {
  readonly eventId: string;
  /** Whether the dates of the event move as well. Its zone becomes `newZone` in any case. */
  readonly includeEventDates: boolean;
}

/** What was moved. */
export interface ShiftedProgramme {
  readonly eventId: string;
  /** The number of talks whose start has changed. */
  readonly moved: number;
}

const startsOfTalks = statement(
  'starts of talks of event',
  ($: Parameters<{ eventId: string }>) => sql<{ id: string; at: number; local: number | null }>`
    select id, ${epoch('starts_at')} as at, ${epoch('starts_local')} as local from talks
    where event_id = ${$.eventId}::bigint order by id for no key update`,
);

/**
 * Moves all talks of an event, and its dates, by days or minutes, or to another zone.
 *
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, RATE_LIMITED; INVALID with all problems
 */
export async function shiftProgramme(
  context: Context,
  { eventId: givenId, includeEventDates, ...given }: ProgrammeShift,
): Promise<ShiftedProgramme> {
  const viewer = requireViewer(context.viewer);
  const { id: eventId, timeZone } = await visibleEvent(context, givenId);
  permit(mayShiftProgramme(viewer, await membershipOf(context, eventId)), 'HOSTS_ONLY');
  const shift = validShift(given);
  if (shift.days === 0 && shift.minutes === 0 && (shift.zone ?? timeZone) === timeZone) return { eventId, moved: 0 };
  if (!viewer.isAdmin) await context.limits.consume('room_names_user', viewer.id);
  return context.transactions.withEntities(async (em) => {
    await lockEvent(em, eventId);
    const stored = await em.findOneOrFail(Event, eventId);
    const { run } = statementsOf(em);
    const talks = await movedTalks(await run(startsOfTalks, { eventId }), stored.timeZone, shift);
    await recordEventChanges(run, eventId, () => moveEvent(em, stored, shift, includeEventDates));
    // After the event: a change of its zone forgets the local times of its talks.
    await recordTalkChanges(run, { eventId, talkIds: null }, () =>
      run(writeTalkTimes, { rows: JSON.stringify(talks), rules: ZONE_RULES }),
    );
    return { eventId, moved: talks.filter(({ shifts }) => shifts['starts'] !== 0).length };
  });
}

/** Talks after which other requests proceed. */
const TALKS_PER_TURN = 250;

async function movedTalks(
  talks: readonly RowOfStatement<typeof startsOfTalks>[],
  zone: string,
  shift: Shift,
): Promise<WrittenRow[]> {
  const rows: WrittenRow[] = [];
  for (const { id, ...start } of talks) {
    const { seconds, local } = shiftedTime(start, zone, shift);
    rows.push({ id, shifts: { starts: seconds }, locals: { starts: local } });
    if (rows.length % TALKS_PER_TURN === 0) await nextTurn();
  }
  return rows;
}
