import { setTimeout as sleep } from 'node:timers/promises';
import { crowd, inTurn, type Scenario } from '../scenario.js';

/** What a single call costs matters here, not how many calls a machine can send. */
const PAUSE_MS = 500;

export const fields: Scenario = {
  name: 'fields',
  does: 'calls every field, mutation, path of v2.1, feed and page with valid arguments',
  part: 8,
  run: (attack) =>
    crowd(attack, attack.connections, async (turn) => {
      await sleep(PAUSE_MS);
      return attack.wire.send(inTurn(attack.target.calls, turn));
    }),
};
