import type { SubscriptionTopic } from '../../core/context.js';
import type { LogPosition } from '../../core/reads/change-log.js';
import type { Run } from '../../database/sql/statement.js';
import type { Logger } from '../../telemetry/log/log.js';
import { outsideRequest } from '../../telemetry/request/request-record.js';
import { createFairRuns } from './fair-runs.js';
import { Group, type RunOperation } from './group.js';
import { isAfter } from './position.js';
import { pollTopics } from './poll-topics.js';

const POLL_MS = 500;
/** Interval of runs without a change: results are revealed, and tokens expire, by time alone. */
const REFRESH_MS = 60_000;

/** The subscriptions of one process. */
export interface Subscriptions {
  /** Finds or creates the group of a key. Call `release` when a member has left. */
  readonly group: (key: string, run: RunOperation) => Group;
  readonly release: (key: string) => void;
  readonly stop: () => void;
}

/**
 * Polls the event log for all subscriptions of a process, only while there are any, and runs the affected ones.
 *
 * @param run on the primary
 */
export function createSubscriptions(
  run: Run,
  log: Pick<Logger, 'warn' | 'info'>,
  { pollMs = POLL_MS, refreshMs = REFRESH_MS } = {},
): Subscriptions {
  const runs = createFairRuns((error) => log.warn({ err: error }, 'Failed to run a subscription'));
  const groups = new Map<string, Group>();
  const byTopic = new Map<SubscriptionTopic, Set<Group>>();
  /** Undefined until a subscription has a position. */
  let position: LogPosition | undefined;
  let timer: NodeJS.Timeout | undefined;
  let refreshedAt = performance.now();
  let isFailing = false;

  function register(group: Group, topic: SubscriptionTopic): void {
    // All members have left during the first run: nothing would remove the group.
    if (group.size === 0) return;
    const members = byTopic.get(topic) ?? new Set();
    byTopic.set(topic, members.add(group));
    if (!group.position) return;
    position ??= group.position;
    // A poll may have passed changes while the topic was unknown.
    if (isAfter(position, group.position)) group.notify();
  }

  function notify(topics: Awaited<ReturnType<typeof pollTopics>>['topics']): void {
    if (topics === 'everything') return notifyAll();
    for (const topic of topics) for (const group of byTopic.get(topic) ?? []) group.notify();
    for (const group of groups.values()) if (group.isDirty) group.notify();
  }

  function notifyAll(): void {
    for (const group of groups.values()) group.notify();
  }

  async function poll(): Promise<void> {
    const own = timer;
    try {
      if (position) {
        const { topics, end } = await pollTopics(run, position);
        // All subscriptions have ended; later ones poll by a timer of their own.
        if (timer !== own) return;
        position = end;
        notify(topics);
      }
      if (performance.now() - refreshedAt > refreshMs) {
        refreshedAt = performance.now();
        notifyAll();
      }
      if (isFailing) log.info('Resumed polling for subscriptions');
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'Failed to poll for subscriptions; retrying');
      isFailing = true;
    }
    if (timer && timer === own) timer = setTimeout(() => void poll(), pollMs).unref();
  }

  return {
    group(key, runOperation) {
      const known = groups.get(key);
      if (known) return known;
      const group: Group = new Group(runOperation, (topic) => register(group, topic), runs);
      groups.set(key, group);
      timer ??= outsideRequest(() => setTimeout(() => void poll(), pollMs).unref());
      return group;
    },
    release(key) {
      const group = groups.get(key);
      if (!group || group.size > 0) return;
      groups.delete(key);
      runs.withdraw(group);
      if (group.topic !== undefined) {
        const members = byTopic.get(group.topic);
        members?.delete(group);
        if (members?.size === 0) byTopic.delete(group.topic);
      }
      if (groups.size > 0) return;
      clearTimeout(timer);
      [timer, position] = [undefined, undefined];
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      runs.stop();
    },
  };
}
