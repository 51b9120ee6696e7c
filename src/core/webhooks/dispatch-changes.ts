import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';
import type { WebhookServices } from './ports.js';
import type { LogPosition } from '../reads/change-log.js';
import { shownDay } from '../reads/shown-day.js';
import { inTransaction, statementsOf } from '../transaction/transactions.js';
import type { WebhookLimits } from './allowance.js';
import { delay, endBacklog, moveBacklog, nextBacklog } from './backlogs.js';
import { changesOfEvent, changesToDispatch, placeOf, type MatchedChange } from './changes-to-dispatch.js';
import { feedDeliveries } from './feed-deliveries.js';
import { insertDeliveries } from './insert-deliveries.js';
import { messageId } from './message-id.js';
import { changeMessage, PING, pingMessage, type RecordNames } from './message.js';
import { isFed, webhooksToPing } from './verification.js';

/** Dependencies of the dispatcher. */
export interface DispatchParts {
  readonly em: EntityManager;
  readonly run: Run;
  readonly queue: WebhookServices['queue'];
  readonly names: RecordNames;
  readonly limits: Pick<WebhookLimits, 'owner'>;
  /** 32 bytes. */
  readonly secretKey: Buffer;
}

/** Batches of one call: the caller fetches jobs between two calls. */
const MAX_BATCHES = 10;

/**
 * Creates deliveries of the changes since the last run of any process, and of pings to new webhooks, and queues those
 * whose turn it is. One process runs it at a time. Without enabled webhooks, it does not read the log. Events with many
 * changes take turns, after the changes of all others; the next call continues.
 *
 * @returns whether deliveries may be waiting
 */
export async function dispatchChanges(parts: DispatchParts): Promise<boolean> {
  const [state] = await parts.run(dispatchState, {});
  if (!state?.hasWebhooks) return false;
  let isFull = state.hasWork;
  for (let batches = 0; isFull && batches < MAX_BATCHES; batches += 1) {
    isFull = (await dispatchBatch(parts, nextChanges)) || (await dispatchTurn(parts));
  }
  return true;
}

/** Dispatches one batch, and records how far. @returns whether more may follow */
type Dispatch = (run: Run, position: LogPosition, store: Store) => Promise<boolean>;
type Store = (matches: readonly MatchedChange[]) => Promise<void>;

const nextChanges: Dispatch = async (run, position, store) => {
  const [batch] = await run(changesToDispatch, position);
  await store(batch?.matches ?? []);
  if (!batch?.last) return false;
  await delay(run, batch);
  await run(movePosition, batch.last);
  return batch.isFull;
};

async function dispatchTurn(parts: DispatchParts): Promise<boolean> {
  const [event] = await parts.run(nextBacklog, {});
  if (!event) return false;
  return dispatchBatch(parts, async (run, _position, store) => {
    const [batch] = await run(changesOfEvent, event);
    await store(batch?.matches ?? []);
    await (batch?.isFull && batch.last ? run(moveBacklog, { ...event, ...batch.last }) : run(endBacklog, event));
    return true;
  });
}

/** @returns whether more changes may follow */
function dispatchBatch({ em, queue, names, limits, secretKey }: DispatchParts, dispatch: Dispatch): Promise<boolean> {
  return inTransaction(em, async (fork) => {
    const { run } = statementsOf(fork);
    const [position] = await run(lockPosition, {});
    // Another process holds the lock.
    if (!position) return false;
    const pings = (await run(webhooksToPing, {})).map(({ id }) => newPing(id));
    const isFull = await dispatch(run, position, async (matches) => {
      const changes = matches.map(({ webhookId, dayIn, isDayOnly, position: place, ...change }) => {
        const at = timeOn(change.at, dayIn);
        return {
          ...{ webhookId, type: change.kind, body: changeMessage({ ...change, at }, names) },
          // Derived from the row, so that a repetition has the same ID.
          messageId: messageId(place, webhookId, secretKey),
          day: isDayOnly ? at : null,
        };
      });
      await insertDeliveries(run, [...pings, ...changes]);
    });
    await queue(fork, await feedDeliveries(run, limits.owner));
    return isFull;
  });
}

const newPing = (webhookId: string) => ({
  ...{ webhookId, messageId: `msg_${randomUUID()}`, type: PING },
  ...{ body: pingMessage(Date.now() / 1000), day: null },
});

const timeOn = (at: string, dayIn: string | null): string =>
  new Date(shownDay(Date.parse(at) / 1000, dayIn) * 1000).toISOString();

const dispatchState = statement(
  'webhooks and undispatched changes',
  () => sql<{ hasWebhooks: boolean; hasWork: boolean }>`
    select w.exist as "hasWebhooks",
      w.exist and (exists (select from webhook_position p, (
          select * from event_log order by epoch desc, transaction_id desc, id desc limit 1
        ) l where (l.epoch, l.transaction_id, l.id) > (p.epoch, p.transaction_id, p.id))
        or exists (select from webhook_backlogs)
        or exists (select from webhooks where disabled_at is null and pinged_url is distinct from url
          and verified_url is distinct from url)
        or exists (select from webhook_deliveries d join webhooks w on w.id = d.webhook_id and ${isFed}
          where d.is_held and d.next_attempt_at is not null)) as "hasWork"
    from (select exists (select from webhooks where disabled_at is null) as exist) w`,
);

const lockPosition = statement(
  'lock position of webhooks',
  () => sql<LogPosition>`
    select epoch::text as epoch, transaction_id::text as "transactionId", id::text as id
    from webhook_position for update skip locked`,
);

const movePosition = statement(
  'move position of webhooks',
  ($: Parameters<LogPosition>) => sql<object>`
    update webhook_position set (epoch, transaction_id, id) = (${placeOf($)})`,
);
