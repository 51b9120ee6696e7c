import type { Scenario } from './scenario.js';
import { bodies } from './scenarios/bodies.js';
import { fields } from './scenarios/fields.js';
import { imports } from './scenarios/imports.js';
import { reads } from './scenarios/reads.js';
import { streams } from './scenarios/streams.js';
import { webhooks } from './scenarios/webhooks.js';

const kinds: readonly Scenario[] = [fields, imports, webhooks, bodies, streams, reads];

/** All kinds at once, on as many connections together as each of them alone. */
const mixed: Scenario = {
  name: 'mixed',
  does: 'all of these at once',
  part: 8,
  run: (attack) => {
    const connections = Math.floor(attack.connections / kinds.length);
    return Promise.all(kinds.map(({ run }) => run({ ...attack, connections })));
  },
};

/** The phases of an attack, in their order. */
export const scenarios: readonly Scenario[] = [...kinds, mixed];
