import { setTimeout as sleep } from 'node:timers/promises';
import { crowd, inTurn, untilEnd, type Attack, type Scenario } from '../scenario.js';
import { ADDRESSES, type Call } from '../target.js';
import { graphCall } from '../wire.js';

/** The most streams of one login, and almost the most of one address. */
const [PER_LOGIN, PER_ADDRESS] = [20, 490];
const SCANS = 50;
const SCANNERS = 10;
const WRITE_MS = 600;

/** No two are equal, so each runs for itself at every change. */
const query = (serial: number): string => `subscription ($id: ID!) { eventChanged(eventId: $id) {
  cursor s${serial}: isIncomplete event { talks(first: 50) { nodes { id title speakers { name } tracks { name } } } } } }`;
const SCAN = `{ ${Array.from({ length: SCANS }, (_, place) => `c${place}: changes { nodes { __typename } }`).join(' ')} }`;
const UPDATE = 'mutation ($input: UpdateTalkInput!) { updateTalk(input: $input) { talk { id } } }';

/** All callers, as often as they may open streams. */
const callersOf = ({ target }: Attack): Pick<Call, 'token' | 'address'>[] => [
  ...ADDRESSES.flatMap((address) => Array.from({ length: PER_ADDRESS }, () => ({ address }))),
  ...target.tokens.flatMap((token) => Array.from({ length: PER_LOGIN }, () => ({ token, address: ADDRESSES[0] }))),
];

/** Changes that all streams follow. */
async function write({ target, wire, until }: Attack): Promise<void> {
  for (let turn = 0; performance.now() < until; turn += 1) {
    const input = { talkId: target.event.talk, title: `Title ${turn}` };
    await wire.send(graphCall(UPDATE, { input }, { token: inTurn(target.tokens, turn), address: ADDRESSES[0] }));
    await sleep(WRITE_MS);
  }
}

export const streams: Scenario = {
  name: 'streams',
  does: `opens as many streams as it may from all logins and addresses, each of another query, and scans changes with ${SCANS} aliases`,
  part: 9,
  async run(attack) {
    const { target, wire } = attack;
    const callers = callersOf(attack);
    const opened = crowd(attack, callers.length, (turn) =>
      wire.follow(graphCall(query(turn), { id: target.event.id }, inTurn(callers, turn))),
    );
    const scanned = crowd(attack, SCANNERS, (turn) =>
      wire.send(graphCall(SCAN, {}, { token: inTurn(target.tokens, turn), address: ADDRESSES[0] })),
    );
    await untilEnd(attack, Promise.all([write(attack), scanned, opened]));
  },
};
