/** The process of the attack: runs one scenario and reports the responses. */
import { setPriority } from 'node:os';
import type { Order } from './attack.js';
import { scenarios } from './table.js';
import { Wire } from './wire.js';

/** Attackers have machines of their own, and take no time of the service's. */
const NICE = 10;
const MOST_MORE_MS = 60_000;
setPriority(NICE);

process.once('message', (order) => {
  const { scenario: name, target, connections, forMs } = order as Order;
  const scenario = scenarios.find((one) => one.name === name);
  if (!scenario) throw new Error(`There is no scenario ${name}`);
  const wire = new Wire(target.base, connections);
  // The last requests may take longer.
  setTimeout(() => wire.close(), forMs + MOST_MORE_MS).unref();
  void scenario.run({ phase: name, target, wire, connections, until: performance.now() + forMs }).then(() => {
    wire.close();
    process.send?.(wire.answers, undefined, undefined, () => process.exit(0));
  });
});
