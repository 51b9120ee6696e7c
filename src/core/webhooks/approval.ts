import { sql, type RawBuilder } from 'kysely';
import type { ChangeKind } from '../change-kinds.js';

/** Announce the submission of an event and the decisions about it, so they are sent while it is not approved. */
const decisions: readonly ChangeKind[] = [
  'event.submitted',
  'event.approved',
  'event.rejected',
  'event.withdrawn',
  'event.deleted',
];

/**
 * Whether messages of a kind are sent about the event `e`, a row of null if it was deleted: before the approval, an
 * unknown account would decide how many there are. Hosts see their private events, so these are no exception.
 */
export const isApprovedOrDecision = (kind: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  (e.id is null or e.status = 'APPROVED' or ${kind} in (${sql.join(decisions.map((one) => sql.lit(one)))}))`;
