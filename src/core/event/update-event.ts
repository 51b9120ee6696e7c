import type { Context } from '../context.js';
import { Event } from '../../database/entities/event.entity.js';
import { lockEvent } from '../common/locks.js';
import { Validation } from '../common/validation.js';
import { membershipOf, visibleEvent } from '../common/visible-records.js';
import { mayReplaceEvent, permit, requireViewer } from '../rules.js';
import { recordEventChanges } from '../changes/record-event-changes.js';
import { statementsOf } from '../transaction/transactions.js';
import { changedTimes } from './changed-times.js';
import { validateEventFields, type EventFields } from './event-fields.js';

/** The columns of the fields that an event always has. */
const columns = {
  ...{ name: 'name', description: 'description', location: 'location' },
  ...{ startDate: 'startsAt', endDate: 'endsAt', timeZone: 'timeZone' },
} as const;
type RequiredField = keyof typeof columns;

/** An absent field stays as it is; null clears an optional one, and is a problem of the others. */
export type EventChanges = Omit<EventFields, RequiredField> & {
  readonly [Field in RequiredField]?: EventFields[Field] | null | undefined;
};

/**
 * Changes some fields of an event, otherwise as `replaceEvent`. The absent ones are neither validated nor written, so
 * that concurrent changes of other fields stay.
 *
 * @returns the ID of the event
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN; INVALID with all problems
 */
export async function updateEvent(context: Context, eventId: string, changes: EventChanges): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id } = await visibleEvent(context, eventId);
  permit(mayReplaceEvent(viewer, await membershipOf(context, id)), 'HOSTS_ONLY');
  await context.transactions.withEntities(async (em) => {
    // Dates are compared with each other.
    await lockEvent(em, id);
    const stored = await em.findOneOrFail(Event, id);
    const field = (name: RequiredField, now: string) => (changes[name] === undefined ? now : (changes[name] ?? ''));
    // An end before the start is a problem of the end, whichever of them is given.
    const texts = ['name', 'description', 'location'] as const;
    const validation = new Validation(new Set(texts.filter((name) => changes[name] === undefined)));
    const valid = validateEventFields(
      validation,
      {
        ...changes,
        name: field('name', stored.name),
        description: field('description', stored.description),
        location: field('location', stored.location),
        startDate: field('startDate', stored.startsAt.toISOString()),
        endDate: field('endDate', stored.endsAt.toISOString()),
        timeZone: field('timeZone', stored.timeZone),
      },
      context.now,
      stored,
    );
    validation.throwIfInvalid();
    const absent = new Set<string>(
      Object.entries(columns).flatMap(([name, column]) =>
        changes[name as RequiredField] === undefined ? [column] : [],
      ),
    );
    const given: Partial<typeof valid> = Object.fromEntries(
      Object.entries(valid).filter(([column]) => !absent.has(column)),
    );
    if (Object.keys(given).length === 0) return;
    await recordEventChanges(statementsOf(em).run, id, () =>
      em.nativeUpdate(Event, { id }, { ...given, ...changedTimes(given, stored) }),
    );
  });
  return id;
}
