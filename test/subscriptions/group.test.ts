import { describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { LogPosition } from '../../src/core/reads/change-log.js';
import type { Run } from '../../src/database/sql/statement.js';
import { createCallers } from '../../src/http/subscriptions/callers.js';
import type { Refreshed } from '../../src/http/subscriptions/fair-runs.js';
import { Group, type RunResult, type RunOperation } from '../../src/http/subscriptions/group.js';
import { createSubscriptions } from '../../src/http/subscriptions/subscriptions.js';

const at = (transaction: number): LogPosition => ({ epoch: '1', transactionId: String(transaction), id: '0' });
const outcome = (end: number, content = `state ${end}`): RunResult => ({
  ...{
    body: content,
    content,
    state: 'data',
    topic: 'talk 1',
    end: at(end),
    cursor: String(end),
    hasChanges: false,
    cost: 0,
  },
});
const caller = createCallers(() => Promise.resolve(1)).find({ address: '192.0.2.1', userId: null });
const quiet = { warn: () => undefined, info: () => undefined } as never;

/** An operation whose runs end when the test resolves them. */
function heldRuns() {
  const runs: { readonly after: unknown; readonly resolve: (outcome: RunResult) => void }[] = [];
  const run: RunOperation = (after) => new Promise((resolve) => runs.push({ after, resolve }));
  return { runs, run };
}

/** A member that records what it receives. */
function recordingMember() {
  const bodies: string[] = [];
  return {
    caller,
    bodies,
    next: ({ body }: RunResult) => void bodies.push(body),
    complete: () => void bodies.push('complete'),
  };
}

const turn = () => pause(1);
const atOnce = { request: (due: Refreshed) => void due.refresh(), withdraw: () => undefined };

describe('A group', () => {
  const open = (run: RunOperation) => new Group(run, () => undefined, atOnce);

  it('shares the first run of equal positions, until a change', async () => {
    const { runs, run } = heldRuns();
    const group = open(run);
    const members = [
      group.first(recordingMember(), 'a', run),
      group.first(recordingMember(), 'a', run),
      group.first(recordingMember(), 'b', run),
      group.first(recordingMember(), null, run),
      group.first(recordingMember(), null, run),
    ];
    expect(runs.map(({ after }) => after)).toEqual(['a', 'b', null]);
    for (const { resolve } of runs) resolve(outcome(1));
    await Promise.all(members);
    group.notify();
    void group.first(recordingMember(), 'a', run);
    expect(runs).toHaveLength(4);
  });

  it('withdraws a first run once all who share it have left before its turn', async () => {
    const waiting = new Set<Refreshed>();
    const turns = {
      request: (due: Refreshed) => void waiting.add(due),
      withdraw: (due: Refreshed) => void (waiting.delete(due) && due.withdrawn?.()),
    };
    const { runs, run } = heldRuns();
    const group = new Group(run, () => undefined, turns);
    const [one, other] = [recordingMember(), recordingMember()];
    const leaves = [one, other].map((member) => group.join(member));
    const results = [one, other].map((member) => group.first(member, 'a', run));
    leaves[0]?.();
    expect([...waiting].flatMap((due) => [...due.callers()])).toEqual([caller]);
    leaves[1]?.();
    expect(waiting.size).toBe(0);
    expect(await Promise.all(results)).toEqual([null, null]);
    // A later member has a run of its own.
    void group.first(one, 'a', run);
    expect([waiting.size, runs.length]).toEqual([1, 0]);
  });

  it('does not continue before it has a position: such a run would lack the changes', async () => {
    const { runs, run } = heldRuns();
    const group = open(run);
    group.join(recordingMember());
    const first = group.first(recordingMember(), null, run);
    group.notify();
    await turn();
    expect(runs).toHaveLength(1);
    expect(group.isDirty).toBe(true);
    runs[0]?.resolve(outcome(1));
    await first;
    group.notify();
    expect(runs[1]?.after).toEqual(at(1));
  });

  it('sends an equal result to a member that began with another one', async () => {
    const { runs, run } = heldRuns();
    const group = open(run);
    const member = recordingMember();
    const first = group.first(recordingMember(), null, run);
    runs[0]?.resolve(outcome(1, 'one comment'));
    await first;
    group.notify();
    group.join(member);
    const later = group.first(recordingMember(), null, run);
    runs.at(-1)?.resolve(outcome(2, 'two comments'));
    await later;
    group.notify();
    runs.at(-1)?.resolve(outcome(3, 'one comment'));
    await turn();
    expect(member.bodies).toEqual(['one comment']);
  });
});

describe('The subscriptions of a process', () => {
  /** Polls that find nothing. */
  const countedPolls = (ms = 0) => {
    let polls = 0;
    const run = (async () => {
      polls += 1;
      await pause(ms);
      return [{ isKnown: true, head: at(9), rows: 0, events: [], talks: [] }];
    }) as unknown as Run;
    return { run, count: () => polls };
  };

  it('poll in one loop, also if a client joins in the middle of the last poll', async () => {
    const { run, count } = countedPolls(15);
    const subscriptions = createSubscriptions(run, quiet, { pollMs: 20 });
    for (let client = 0; client < 8; client += 1) {
      const group = subscriptions.group('key', () => Promise.resolve(outcome(1)));
      const leave = group.join(recordingMember());
      await group.first(recordingMember(), null, () => Promise.resolve(outcome(1)));
      await pause(27);
      leave();
      subscriptions.release('key');
    }
    subscriptions.group('key', () => Promise.resolve(outcome(1))).join(recordingMember());
    await subscriptions
      .group('key', () => Promise.reject(new Error('unused')))
      .first(recordingMember(), null, () => Promise.resolve(outcome(1)));
    const before = count();
    await pause(500);
    // One poll per 35 ms.
    expect(count() - before).toBeGreaterThan(3);
    expect(count() - before).toBeLessThan(16);
    subscriptions.release('key');
    subscriptions.stop();
    await pause(60);
    const after = count();
    await pause(100);
    expect(count()).toBe(after);
  });

  it('forget a group whose last client leaves during its first run', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const subscriptions = createSubscriptions(countedPolls().run, quiet, { pollMs: 10 });
    const leaveEarly = async () => {
      const { runs, run } = heldRuns();
      const group = subscriptions.group('key', run);
      const leave = group.join(recordingMember());
      const first = group.first(recordingMember(), null, run);
      await turn();
      leave();
      subscriptions.release('key');
      runs[0]?.resolve(outcome(1));
      await first;
      return new WeakRef(group);
    };
    const left = await leaveEarly();
    await pause(50);
    collect();
    expect(left.deref()).toBeUndefined();
    subscriptions.stop();
  });
});
