import { sql } from 'kysely';
import type { Context } from '../context.js';
import { TalkStar } from '../../database/entities/talk.entity.js';
import { requireViewer } from '../rules.js';
import { statement, type Parameters } from '../../database/sql/statement.js';
import { visibleTalk } from '../common/visible-records.js';

/** Stars: every authenticated user sets and clears their own. The commands are idempotent (decisions no. 9). */

export const insertStar = statement(
  'insert star',
  ($: Parameters<{ event: string; talk: string; user: string }>) => sql<object>`
    insert into talk_stars (event_id, talk_id, user_id)
      values (${$.event}::bigint, ${$.talk}::bigint, ${$.user}::bigint) on conflict do nothing`,
);

/**
 * Stars a talk for the viewer.
 *
 * @returns the ID of the talk
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND
 */
export async function starTalk(context: Context, talkId: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id, eventId } = await visibleTalk(context, talkId);
  await context.transactions.runStatement(insertStar, { event: eventId, talk: id, user: viewer.id });
  return id;
}

/** Removes the viewer's star. Otherwise as `starTalk`. */
export async function unstarTalk(context: Context, talkId: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id } = await visibleTalk(context, talkId);
  await context.transactions.withEntities((em) => em.nativeDelete(TalkStar, { talk: id, user: viewer.id }));
  return id;
}
