import type { Context } from '../context.js';
import { Event } from '../../database/entities/event.entity.js';
import { recordChange } from '../changes/record-change.js';
import { statementsOf } from '../transaction/transactions.js';
import { Validation } from '../common/validation.js';
import { membershipOf, visibleEvent } from '../common/visible-records.js';
import type { FeedbackPolicy } from '../reads/feedback-policy.js';
import { maySetFeedbackPolicy, permit, requireViewer } from '../rules.js';

/** The columns of a policy. */
const columns = {
  names: 'feedbackNames',
  ratings: 'feedbackRatings',
  revealAfterComments: 'revealAfterComments',
  revealAfterHours: 'revealAfterHours',
  opens: 'feedbackOpens',
} as const satisfies Record<keyof FeedbackPolicy, string>;
type Field = keyof typeof columns;

/** Inclusive ranges of the numbers; a year has 8 760 hours. */
const ranges = { revealAfterComments: [1, 1_000], revealAfterHours: [0, 8_760] } as const;

/** An omitted field is unchanged. Null clears a number, and is invalid for the other fields. */
export type FeedbackPolicyChanges = { readonly [Name in Field]?: FeedbackPolicy[Name] | null };

/**
 * Changes the feedback policy of an event. Names that are hidden when a comment is
 * written or edited stay hidden.
 *
 * @returns the ID of the event
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN; INVALID with all problems
 */
export async function setFeedbackPolicy(
  context: Context,
  eventId: string,
  changes: FeedbackPolicyChanges,
): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id } = await visibleEvent(context, eventId);
  permit(maySetFeedbackPolicy(viewer, await membershipOf(context, id)), 'HOSTS_ONLY');
  const validation = new Validation();
  const given = (Object.keys(columns) as Field[]).filter((name) => changes[name] !== undefined);
  for (const name of given) validate(validation, name, changes[name]);
  validation.throwIfInvalid();
  if (given.length === 0) return id;
  const values = Object.fromEntries(given.map((name) => [columns[name], changes[name]]));
  await context.transactions.withEntities(async (em) => {
    // SQL compares null with no value.
    const isOther = given.flatMap((name) => {
      const value = changes[name] ?? null;
      return [{ [columns[name]]: { $ne: value } }, ...(value === null ? [] : [{ [columns[name]]: null }])];
    });
    if ((await em.nativeUpdate(Event, { id, $or: isOther }, values)) === 0) return;
    await recordChange(statementsOf(em).run, { eventId: id, kind: 'event.changed', recordId: id });
  });
  return id;
}

function validate(validation: Validation, name: Field, value: string | number | null | undefined): void {
  const isNumber = name === 'revealAfterComments' || name === 'revealAfterHours';
  if (value == null) {
    if (!isNumber) validation.add('FIELD_REQUIRED', name);
    return;
  }
  if (!isNumber) return;
  const [least, most] = ranges[name];
  if (!(Number(value) >= least && Number(value) <= most)) validation.add('NUMBER_OUT_OF_RANGE', name);
}
