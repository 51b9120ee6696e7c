import { sql, type RawBuilder } from 'kysely';
import { memoize } from '../../config/memoize.js';
import { anyId, statement, type Parameters } from '../../database/sql/statement.js';
import { eventRows } from './events.js';
import { claimRows, reportRows } from './moderation.js';
import { key, type Order } from './order.js';
import { rootList } from './page.js';
import { byVisibility, isEventVisible, type ViewerArgument } from './visibility.js';

/** Of which events a viewer lists decisions (rules.ts, `listsAllDecisions`). */
export type DecidedEvents = 'hosted' | 'all';

type ByKeys = Parameters<{ keys: readonly string[] } & ViewerArgument>;

/** Condition that the event with the ID in a column is one of those events. */
function isDecided(events: DecidedEvents, column: string, $: Parameters<ViewerArgument>): RawBuilder<boolean> {
  if (events === 'all') return sql<boolean>`true`;
  return sql<boolean>`${sql.ref(column)} in (select event_id from event_hosts where user_id = ${$.viewer}::bigint)`;
}

/** Claims by active accounts: a host can decide no others. */
const claimsForHosts = (events: DecidedEvents, $: Parameters<ViewerArgument>) =>
  claimRows()
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.claimed_at', 'is not', null)
    .where('u.is_active', '=', true)
    .where(isDecided(events, 'm.event_id', $));

const reportsForHosts = (events: DecidedEvents, $: Parameters<ViewerArgument>) =>
  reportRows().where(isDecided(events, 'r.event_id', $));

export const claimsById = memoize((events: DecidedEvents) =>
  statement(`claims for hosts by id, ${events}`, ($: ByKeys) =>
    claimsForHosts(events, $).where('m.id', '=', anyId($.keys)),
  ),
);

/** Includes decided reports. */
export const reportsById = memoize((events: DecidedEvents) =>
  statement(`reports for hosts by id, ${events}`, ($: ByKeys) =>
    reportsForHosts(events, $).where('r.id', '=', anyId($.keys)),
  ),
);

export const claimsToDecide = memoize((events: DecidedEvents) =>
  rootList(
    `claims to decide, ${events}`,
    (): Order => [key('m.id', 'id', 'id', 'asc')],
    ($: Parameters<ViewerArgument>) => claimsForHosts(events, $),
  ),
);

/** Assignments by hosts that the viewer may accept or decline, of events visible to the viewer. */
export const assignmentsOfViewer = byVisibility((visibility) =>
  rootList(
    `assignments of viewer, ${visibility}`,
    (): Order => [key('m.id', 'id', 'id', 'asc')],
    ($: Parameters<ViewerArgument>) =>
      claimRows()
        .innerJoin('events as e', 'e.id', 'm.event_id')
        .where('m.claimed_at', 'is', null)
        .where(sql<boolean>`m.user_id = ${$.viewer}::bigint`)
        .where(isEventVisible(visibility, $)),
  ),
);

/** One report per comment, the oldest, because a decision applies to all reports of the comment. */
export const reportsToDecide = memoize((events: DecidedEvents) =>
  rootList(
    `reports to decide, ${events}`,
    (): Order => [key('r.id', 'id', 'id', 'asc')],
    ($: Parameters<ViewerArgument>) =>
      reportsForHosts(events, $)
        .where('r.decision', 'is', null)
        .where(
          sql<boolean>`not exists (select from comment_reports as o where o.id < r.id and o.decision is null
            and (o.event_comment_id = r.event_comment_id or o.talk_comment_id = r.talk_comment_id))`,
        ),
  ),
);

/** Hosted events that are pending or rejected, the latest submission first. */
export const submissionsOfViewer = rootList(
  'submissions of viewer',
  (): Order => [key('e.id', 'id', 'id', 'desc')],
  ($: Parameters<ViewerArgument>) =>
    eventRows()
      .innerJoin('event_hosts as o', 'o.event_id', 'e.id')
      .where(sql<boolean>`o.user_id = ${$.viewer}::bigint`)
      .where('e.status', '<>', 'APPROVED'),
);
