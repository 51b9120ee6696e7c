import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Visibility } from '../rules.js';
import { memoize } from '../../config/memoize.js';
import { anyId, statement, type Parameters } from '../../database/sql/statement.js';

/** Arguments of statements whose result depends on the viewer. */
export interface ViewerArgument {
  /** The viewer's user ID; null for an anonymous viewer. */
  readonly viewer: string | null;
  /** Time of the request, in seconds since 1970. */
  readonly now: number;
}

const isHost = (user: unknown): RawBuilder<boolean> =>
  sql<boolean>`exists (select from event_hosts h where h.event_id = e.id and h.user_id = ${user}::bigint)`;

/**
 * Condition that the viewer is in an audience of the event row `e`: all viewers if `isPublic`, otherwise its hosts and site
 * administrators.
 */
export function isInEventAudience(
  visibility: Visibility,
  isPublic: RawBuilder<boolean>,
  $: Parameters<ViewerArgument>,
): RawBuilder<boolean> {
  const rules: Record<Visibility, RawBuilder<boolean>> = {
    public: isPublic,
    hosted: sql<boolean>`(${isPublic} or ${isHost($.viewer)})`,
    everything: sql<boolean>`true`,
  };
  return rules[visibility];
}

/** Condition that the event row `e` is visible to the viewer (decisions no. 13). */
export const isEventVisible = (visibility: Visibility, $: Parameters<ViewerArgument>): RawBuilder<boolean> =>
  isInEventAudience(visibility, sql<boolean>`e.is_public`, $);

/** Condition that the event row `e` is visible to the account row `u`, for every caller. */
export const isVisibleToUser = sql<boolean>`(e.is_public or u.is_admin or ${isHost(sql`u.id`)})`;

/** Lazily creates one value per visibility level. */
export function byVisibility<Thing>(make: (visibility: Visibility) => Thing): (visibility: Visibility) => Thing {
  return memoize(make);
}

/** The subset of some events or talks to which a row of `table` relates the viewer. */
export const relatedToViewer = (
  name: string,
  table: 'event_hosts' | 'event_attendees' | 'talk_stars' | 'talk_speakers',
  column: 'event_id' | 'talk_id',
) =>
  statement(
    name,
    ($: Parameters<{ keys: readonly string[] } & ViewerArgument>) => sql<{ key: string }>`
      select ${sql.ref(column)} as key from ${sql.table(table)}
      where ${sql.ref(column)} = ${anyId($.keys)} and user_id = ${$.viewer}::bigint`,
  );
