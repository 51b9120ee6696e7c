import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Sight } from '../rules.js';
import { lazily } from './lazily.js';
import type { Parameters } from './statement.js';

/** The argument of every statement that looks at events on somebody's behalf. */
export interface ViewerArgument {
  readonly viewer: string | null;
}

/** Whether the viewer sees the event row that the statement calls `e` (decisions.md no. 13). */
export function seesEvent(sight: Sight, $: Parameters<ViewerArgument>): RawBuilder<boolean> {
  const hosts = sql<boolean>`exists (select from event_hosts h where h.event_id = e.id and h.user_id = ${$.viewer}::bigint)`;
  const rules: Record<Sight, RawBuilder<boolean>> = {
    public: sql<boolean>`e.is_public`,
    hosted: sql<boolean>`(e.is_public or ${hosts})`,
    everything: sql<boolean>`true`,
  };
  return rules[sight];
}

/** One thing for each sight, made when it is first needed. */
export function bySight<Thing>(make: (sight: Sight) => Thing): (sight: Sight) => Thing {
  return lazily(make);
}
