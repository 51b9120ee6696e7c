import { setTimeout as sleep } from 'node:timers/promises';
import { replying, startReceiver } from '../webhooks/receiver.js';
import { attackWith } from './attack.js';
import { outgoing, startBystander } from './bystander.js';
import { requirements, type Conditions, type Phase } from './requirement.js';
import type { Scenario } from './scenario.js';
import { startWatched } from './service.js';
import { createHonest, createTarget } from './world.js';

export interface BudgetOptions {
  /** Of all phases together. */
  readonly seconds: number;
  readonly seed: number;
  readonly connections: number;
}

export interface BudgetResult extends Pick<Conditions, 'idleMs'> {
  readonly phases: readonly Phase[];
}

/** In case the run is ended before the table. */
const figuresOf = (phase: Phase): string =>
  requirements.map(({ what, measured, unit }) => `${what}: ${Math.round(measured(phase))}${unit}`).join(', ');

/** Lets a phase end before the next begins, so that each has its own figures. */
const PAUSE_MS = 1_500;

/** Runs the scenarios in turn against a service of their own, and measures what they cause. */
export async function runBudget(
  scenarios: readonly Scenario[],
  { seconds, seed, connections }: BudgetOptions,
  say: (sentence: string) => void,
): Promise<BudgetResult> {
  const receiver = await startReceiver(replying(204));
  const service = await startWatched(receiver.host);
  const target = await createTarget(service.pool, service.base, `http://${receiver.host}`, seed);
  const bystander = await startBystander(service.base, await createHonest(service.pool), receiver);
  const parts = scenarios.reduce((sum, { part }) => sum + part, 0);
  const phases: Phase[] = [];
  for (const { name, does, part } of scenarios) {
    const forMs = (1_000 * seconds * part) / parts;
    say(`${name}: ${does} …`);
    const { memoryNow: memoryBefore } = service.processes.look();
    const begin = Date.now();
    let answers: Phase['answers'] = {};
    const experience = await bystander.during(async () => {
      answers = await attackWith({ scenario: name, target, connections, forMs });
      await sleep(PAUSE_MS);
    });
    phases.push({
      ...{ name, does, answers, seconds: forMs / 1_000, ...experience },
      ...{
        turnMs: service.longestTurn(begin),
        ...service.processes.look(),
        memoryBefore,
        outgoing: outgoing(receiver, name),
      },
    });
    say(`   ${figuresOf(phases.at(-1)!)}`);
  }
  await service.stop();
  // Deliveries may follow long after the phase that caused them.
  const sent = phases.map((phase) => ({ ...phase, outgoing: outgoing(receiver, phase.name) }));
  return { phases: sent, idleMs: bystander.baselineMs };
}
