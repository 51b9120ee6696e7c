import { expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import type { LogPosition } from '../../src/core/reads/change-log.js';
import type { Run } from '../../src/database/sql/statement.js';
import { createCallers } from '../../src/http/subscriptions/callers.js';
import { Group, type RunResult } from '../../src/http/subscriptions/group.js';
import { createSubscriptions } from '../../src/http/subscriptions/subscriptions.js';

const at = (transactionId: string): LogPosition => ({ epoch: '1', transactionId, id: '0' });
const outcome = (transactionId: string): RunResult => ({
  ...{ body: '{}', content: '{}', state: 'data', hasChanges: true, cost: 0, topic: 'talk 1' as const },
  ...{ end: at(transactionId), cursor: transactionId },
});
const silent = { warn: () => undefined, info: () => undefined };
const caller = createCallers(() => Promise.resolve(1)).find({ address: '192.0.2.1', userId: null });
const member = { caller, next: () => undefined, complete: () => undefined };

it('Subscriptions poll by one timer, also if all end during a poll', async () => {
  let polls = 0;
  const run = (async () => {
    polls += 1;
    await pause(20);
    return [{ isKnown: true, head: at('1'), rows: 0, events: [], talks: [] }];
  }) as unknown as Run;
  const subscriptions = createSubscriptions(run, silent, { pollMs: 10 });
  const first = () => Promise.resolve(outcome('1'));
  for (let count = 0; count < 20; count += 1) {
    const group = subscriptions.group('key', first);
    const leave = group.join(member);
    await group.first(member, null, first);
    await pause(20);
    if (count === 19) break;
    leave();
    subscriptions.release('key');
  }
  polls = 0;
  await pause(600);
  subscriptions.stop();
  // One timer polls every 30 ms.
  expect(polls).toBeLessThan(30);
});

it('A group continues where the earliest of its first messages ended', async () => {
  const runs: (LogPosition | string | null)[] = [];
  const group = new Group(
    (after) => {
      runs.push(after);
      return Promise.resolve(outcome('9'));
    },
    () => undefined,
    { request: (due) => void due.refresh(), withdraw: () => undefined },
  );
  const slow = Promise.withResolvers<RunResult>();
  const other = { ...member };
  for (const each of [member, other]) group.join(each);
  const state = group.first(member, null, () => slow.promise);
  await group.first(other, 'resumed', () => Promise.resolve(outcome('8')));
  slow.resolve(outcome('7'));
  await state;
  await pause(1);
  expect(runs).toEqual([at('7')]);
});
