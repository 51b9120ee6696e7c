import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { BenchResult } from '../../bench/result.js';
import { coresOf, plan, pollsPerSecond, processesFor, type Scenario } from '../../bench/scale/model.js';
import { scaleReport } from '../../bench/scale/report.js';
import { separate, unitCostsOf } from '../../bench/scale/unit-costs.js';
import { isVerified } from '../../bench/scale/verify.js';

const source = JSON.parse(
  readFileSync(new URL('../../../bench/results/full.json', import.meta.url), 'utf8'),
) as BenchResult;
const costs = unitCostsOf(source);
const scenario: Scenario = {
  ...{ readsPerSecond: 100_000, regions: 3, commentsPerSecond: 500 },
  ...{ comments: 100_000_000, bytesPerComment: 500, roundTripMs: 80 },
};
const tier = (found: ReturnType<typeof plan>, name: string) => found.tiers.find((one) => one.name.startsWith(name));

describe('the unit costs', () => {
  it('separate a read from its poll', () => {
    // A read of 20 and 3 µs, a poll of 80 and 40 µs: a lone read pays a whole poll, four together a quarter each.
    const together = { perPoll: 4, cost: { node: 40, postgres: 13 }, perSecond: 8_000 };
    expect(separate({ cost: { node: 100, postgres: 43 } }, together)).toEqual({
      ...{ read: { node: 20, postgres: 3 }, poll: { node: 80, postgres: 40 } },
      ...{ pollSeconds: 0.0005, maxShared: 4 },
    });
  });

  it('come from the saved benchmark, which they reproduce', () => {
    const kept = source.comparisons[0]!.lines.find(({ way }) => way === 'Lectern, kept')!;
    const { node, postgres } = coresOf(costs, kept.perSecond);
    expect((1e6 * node) / kept.perSecond).toBeCloseTo(kept.node, 0);
    expect((1e6 * postgres) / kept.perSecond).toBeCloseTo(kept.postgres, 0);
  });

  it('are missing if the benchmark lacks a comparison or a line', () => {
    const comparisons = source.comparisons.filter(({ name }) => name !== 'under writes');
    expect(() => unitCostsOf({ ...source, comparisons })).toThrow('no comparison "under writes"');
    const withoutLines = source.comparisons.map((comparison) => ({ ...comparison, lines: [] }));
    expect(() => unitCostsOf({ ...source, comparisons: withoutLines })).toThrow('no line "Lectern, kept" in "R1"');
  });
});

describe('the model', () => {
  it('polls once per lone read, and at most once per duration of a poll', () => {
    expect(pollsPerSecond(1, 0.001)).toBeCloseTo(1, 2);
    expect(pollsPerSecond(1_000_000, 0.001)).toBeCloseTo(1_000, -1);
    expect(pollsPerSecond(1_000_000, 0.001, 8)).toBe(125_000);
  });

  it('needs about five cores for 100 000 cached reads per second without misses, and more with them', () => {
    const without = processesFor({ ...costs, hitRate: 1 }, 100_000);
    expect([without >= 4, without <= 6, processesFor(costs, 100_000) > without]).toEqual([true, true, true]);
  });

  it('scales the processes of a region with its reads, and keeps one in reserve', () => {
    const processes = [1, 10_000, 1_000_000].map(
      (readsPerSecond) => plan(costs, { ...scenario, readsPerSecond }, false).processes,
    );
    expect(processes[0]).toBe(2);
    expect(processes[2]! / processes[1]!).toBeGreaterThan(10);
  });

  it('makes reads in other regions wait for the network, so that their processes poll less', () => {
    const { polls, waitMs } = plan(costs, scenario, false);
    expect([waitMs.near < 3, waitMs.far >= scenario.roundTripMs, polls.far < polls.near / 10]).toEqual([
      true,
      true,
      true,
    ]);
    const local = plan(costs, { ...scenario, roundTripMs: 0 }, false);
    expect(local.waitMs.far).toBeCloseTo(local.waitMs.near);
  });

  it('charges the primary for comments and polls, and its disk for comments', () => {
    const [one, twice] = [1, 2].map((factor) => {
      const { comments, commentsPerSecond } = scenario;
      const more = { comments: factor * comments, commentsPerSecond: factor * commentsPerSecond };
      return plan(costs, { ...scenario, ...more }, false);
    });
    expect(twice!.primaryCores.comments).toBeCloseTo(2 * one!.primaryCores.comments);
    expect(twice!.primaryCores.polls).toBe(one!.primaryCores.polls);
    expect(tier(twice!, 'primary')?.diskGb).toBeCloseTo(2 * tier(one!, 'primary')!.diskGb!);
  });

  it('lets a CDN take reads from all tiers behind it', () => {
    const [without, withCdn] = [plan(costs, scenario, false), plan(costs, scenario, true)];
    expect(withCdn.readsPerRegion).toBeCloseTo(without.readsPerRegion / 10);
    for (const name of ['haproxy', 'services', 'replicas', 'pgbouncer', 'primary'])
      expect([name, tier(withCdn, name)!.cores! < tier(without, name)!.cores!]).toEqual([name, true]);
  });
});

describe('the verification', () => {
  it('accepts a difference of a third, in both directions, and no more', () => {
    const differing = [1, 1.3, 0.7, 1.4, 0.6].map((predicted) => ({ perSecond: 1, predicted, measured: 1 }));
    expect(differing.map(isVerified)).toEqual([true, true, true, false, false]);
  });

  it('is part of the report', () => {
    const plans = [plan(costs, scenario, false), plan(costs, scenario, true)] as const;
    const verified = [
      { perSecond: 1_000, predicted: 0.11, measured: 0.1 },
      { perSecond: 2_500, predicted: 0.1, measured: 0.2 },
    ];
    const report = scaleReport({ source, costs, scenario, plans, verified });
    expect(report).toMatch(/\| 1 000 +\| +0\.110 \| +0\.100 \| +10 % \| +yes \|/);
    expect(report).toMatch(/\| 2 500 +\| +0\.100 \| +0\.200 \| +-50 % \| +\*\*no\*\* \|/);
  });
});
