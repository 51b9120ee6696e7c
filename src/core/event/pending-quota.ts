import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { statement, type Parameters } from '../../database/sql/statement.js';
import { lockUser } from '../common/locks.js';
import type { VisibleRecord } from '../common/visible-records.js';
import type { Context } from '../context.js';
import { DomainError, type Problem } from '../errors.js';
import { needsNoApproval } from '../rules.js';
import { statementsOf } from '../transaction/transactions.js';

/** What an account may store before a site administrator has approved its events. */

type QuotaContext = Pick<Context, 'viewer' | 'services'>;
type QuotaEvent = Pick<VisibleRecord<'event'>, 'id' | 'status' | 'withdrawnAt'>;

/** Whether the content that the viewer adds to an event is limited: it was never approved, nor need the viewer's be. */
export const isQuotaLimited = ({ viewer }: Pick<Context, 'viewer'>, { status, withdrawnAt }: QuotaEvent): boolean =>
  viewer !== null && !needsNoApproval(viewer) && status !== 'APPROVED' && withdrawnAt === null;

const MEGABYTE = 2 ** 20;

/** The talks of an event, and the size of the unapproved events of a user. */
interface Content {
  readonly talks: number;
  readonly bytes: number;
}
const nothing: Content = { talks: 0, bytes: 0 };

/**
 * Runs a write that adds content to an event, within the quota of the viewer. The writes of one user to such events run
 * one after the other, so that each counts the others.
 *
 * @param em in the transaction of the write, which has no lock yet
 * @param addedBy what the write has not stored, but would
 * @throws DomainError INVALID: TOO_MANY_PENDING_TALKS, TOO_MUCH_PENDING_TEXT; the transaction must then roll back
 */
export async function withinQuota<Value>(
  context: QuotaContext,
  event: QuotaEvent,
  em: EntityManager,
  write: () => Promise<Value>,
  addedBy: (value: Value) => Content = () => nothing,
): Promise<Value> {
  const { viewer } = context;
  if (!viewer || !isQuotaLimited(context, event)) return write();
  await lockUser(em, viewer.id);
  const contents = async (): Promise<Content> => {
    const [content] = await statementsOf(em).run(contentOfUnapproved, { event: event.id, user: viewer.id });
    return content ?? nothing;
  };
  const before = await contents();
  const value = await write();
  const [after, added] = [await contents(), addedBy(value)];
  requireWithin(context, before, { talks: after.talks + added.talks, bytes: after.bytes + added.bytes });
  return value;
}

/** What exceeds the quota, because it is older than the quota, may still be corrected. */
function requireWithin({ services: { policy } }: QuotaContext, before: Content, after: Content): void {
  const { maxPendingTalks, maxPendingMegabytes } = policy;
  const problems: Problem[] = [];
  if (after.talks > Math.max(before.talks, maxPendingTalks))
    problems.push({ reason: 'TOO_MANY_PENDING_TALKS', limit: maxPendingTalks });
  if (after.bytes > Math.max(before.bytes, maxPendingMegabytes * MEGABYTE))
    problems.push({ reason: 'TOO_MUCH_PENDING_TEXT', limit: maxPendingMegabytes });
  if (problems.length > 0) throw new DomainError('INVALID', problems);
}

/** Bytes that a row takes beside its texts. */
const ROW_BYTES = 50;

const lengths = (...columns: readonly string[]) => columns.map((column) => `octet_length(${column})`).join(' + ');
const sizeOf = (table: string, size: string) => sql`
  select sum(${ROW_BYTES} + ${sql.raw(size)})::float8
  from ${sql.table(table)} where event_id in (select id from unapproved)`;

/** The talks of an event, and the size of all content of the unapproved events of a user. No size reads a text. */
const contentOfUnapproved = statement(
  'content of unapproved events',
  ($: Parameters<{ event: string; user: string }>) => sql<Content>`
    with unapproved as materialized (
      select e.id from events e where e.status <> 'APPROVED' and e.withdrawn_at is null and e.id in (
        select ${$.event}::bigint union select h.event_id from event_hosts h where h.user_id = ${$.user}::bigint)
    )
    select (select count(*)::int from talks where event_id = ${$.event}::bigint) as talks,
      (select coalesce(sum(bytes), 0)::float8 from (
        ${sizeOf('talks', lengths('title', 'description'))}
        union all ${sizeOf('tracks', lengths('name', 'description'))}
        union all ${sizeOf('talk_speakers', lengths('display_name'))}
        union all ${sizeOf('talk_links', lengths('url'))}
        union all ${sizeOf('talk_origins', `${lengths('foreign_id')} + pg_column_size(seen)`)}
        union all ${sizeOf('room_guids', lengths('room'))}
      ) as sizes (bytes)) as bytes`,
);
