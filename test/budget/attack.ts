import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { endWithUs } from '../../faults/processes.js';
import type { Target } from './target.js';

/** What the process of an attack does. */
export interface Order {
  readonly scenario: string;
  readonly target: Target;
  readonly connections: number;
  readonly forMs: number;
}

const ATTACKER = fileURLToPath(new URL('attacker.js', import.meta.url));

/** Runs a scenario in a process of its own. @returns the number of responses by status */
export async function attackWith(order: Order): Promise<Readonly<Record<string, number>>> {
  const child = endWithUs(fork(ATTACKER, { execArgv: [] }));
  const exited = once(child, 'exit');
  let answers: Readonly<Record<string, number>> | undefined;
  child.once('message', (message) => (answers = message as Readonly<Record<string, number>>));
  child.send(order);
  await exited;
  if (!answers) throw new Error(`The attack ${order.scenario} has failed`);
  return answers;
}
