import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '../budget/target.js';
import { graphCall, isRefusal, Wire } from '../budget/wire.js';
import { times } from '../rest/at-once.js';
import type { WireClient } from '../support/sign-in.js';
import { accountOf, VENUE } from './visitor.js';

/** More than all processes accept together. */
const STREAMS = 560;
const FLOODERS = 8;
const REOPEN_MS = 1_000;
const PAUSE_MS = 20;

interface Prey {
  readonly base: string;
  readonly client: WireClient;
  readonly talks: readonly string[];
  /** Usernames of visitors. */
  readonly people: readonly string[];
  /** Of the attacker's own account. */
  readonly token: string;
}

/** An attack from the address of the venue, until it is stopped. */
export interface VenueAttack {
  /** Number of responses by status and reason. */
  readonly answers: Readonly<Record<string, number>>;
  readonly stop: () => Promise<void>;
}

/** No two are equal, so each runs for itself at every change. */
const follow = (serial: number): string =>
  `subscription ($talkId: ID!) { talkFeedback(talkId: $talkId) { s${serial}: commentCount } }`;

/** Opens as many streams as possible and floods the service with requests, anonymously and with an account. */
export function attackVenue({ base, client, talks, people, token }: Prey): VenueAttack {
  const wire = new Wire(base, FLOODERS);
  let isStopped = false;
  const repeat = async (place: number, size: number, pause: number, work: (turn: number) => Promise<number>) => {
    for (let turn = place; !isStopped; turn += size) {
      const status = await work(turn);
      if (!isStopped) await sleep(isRefusal(status) ? pause * 5 : pause);
    }
  };
  const caller = (turn: number) => ({ address: VENUE, ...(turn % 10 === 0 && { token }) });
  const talkOf = (turn: number) => talks[turn % talks.length]!;
  const post = (path: string, body: object): Call => ({
    ...{ path, address: VENUE, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) },
  });
  const guess = (username: string) =>
    post('/v2.1/token', { grant_type: 'password', username, password: 'wrong', ...client });
  // Fewer than the limits of the address, which are those of everyone there.
  const counted: readonly Call[] = times(150, (place) => [
    guess(people[place]!),
    post('/v2.1/users', { ...accountOf(people[place]!), password: '' }),
    ...(place % 2 === 0 ? [guess(`unknown${place}`), post('/v2.1/users', accountOf(`flood${place}`))] : []),
  ]).flat();
  const floods: readonly ((turn: number) => Call)[] = [
    (turn) => ({ ...caller(turn), method: 'GET', path: `/v2.1/talks/${talkOf(turn)}/comments?verbose=yes` }),
    (turn) =>
      graphCall('query ($id: ID!) { talk(id: $id) { title commentCount } }', { id: talkOf(turn) }, caller(turn)),
    (turn) => ({ address: VENUE, token: `made-up-${turn}`, method: 'GET', path: '/v2.1/events' }),
  ];
  const flood = (turn: number): Call =>
    (turn % 3 === 0 && counted[turn / 3]) || floods[Math.floor(turn / 3) % floods.length]!(turn);
  const work = Promise.all([
    ...times(STREAMS, (place) =>
      repeat(place, STREAMS, REOPEN_MS, (turn) =>
        wire.follow({ ...graphCall(follow(turn), { talkId: talkOf(turn) }, caller(turn)) }),
      ),
    ),
    ...times(FLOODERS, (place) => repeat(place, FLOODERS, PAUSE_MS, (turn) => wire.send(flood(turn)))),
  ]);
  return {
    answers: wire.answers,
    async stop() {
      isStopped = true;
      wire.close();
      await work;
    },
  };
}
