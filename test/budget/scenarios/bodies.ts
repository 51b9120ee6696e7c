import { crowd, inTurn, untilEnd, type Scenario } from '../scenario.js';
import { ADDRESSES } from '../target.js';
import { graphCall, readers } from '../wire.js';

const ALIASES = 15;
/** Just below the largest response. */
const TALKS = 15;
const texts = Array.from({ length: ALIASES }, (_, place) => `a${place}: description`).join(' ');
const QUERY = `query ($id: ID!) { event(id: $id) { talks(first: ${TALKS}) { nodes { ${texts} } } } }`;

export const bodies: Scenario = {
  name: 'bodies',
  does: `requests ${ALIASES} aliases of long texts and reads the responses slowly or never`,
  part: 8,
  run: (attack) =>
    untilEnd(
      attack,
      crowd(attack, attack.connections, (turn) => {
        const token = turn % 2 ? { token: inTurn(attack.target.tokens, turn >> 1) } : {};
        const caller = { ...token, address: inTurn(ADDRESSES, turn >> 1) };
        const call = graphCall(QUERY, { id: attack.target.event.id }, caller);
        return attack.wire.hold(call, turn % 3 ? readers.silent : readers.slow);
      }),
    ),
};
