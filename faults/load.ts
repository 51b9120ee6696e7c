import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../src/server/composition/lifecycle.js';
import { openClient, type Answer, type Client } from './client.js';
import { isGood, Tally } from './tally.js';
import { until } from './waiting.js';
import type { World } from './world.js';

/** Clients that continuously read and write comments through REST and GraphQL. */
export interface Load {
  /** Of all requests. */
  readonly tally: Tally;
  /** Of the reads through REST. */
  readonly reads: Tally;
  /** Of the writes through REST and GraphQL. */
  readonly writes: Tally;
  /** Texts of acknowledged comments. */
  readonly acknowledged: readonly string[];
  /** Waits for further acknowledged writes. */
  more(writes: number): Promise<void>;
  /**
   * Waits until no request has failed for 1 s.
   *
   * @param since end of the fault, by `performance.now()`
   * @returns milliseconds from then to the last failure
   */
  well(since: number): Promise<number>;
  stop(): Promise<void>;
}

interface LoadOptions {
  /** Number of clients per kind: reads and writes, through REST and GraphQL. */
  readonly clients?: number;
  /** Behaviour on a refused connection: retry, or stop the client. */
  readonly whenRefused?: 'retry' | 'leave';
}

const PAUSE_AFTER_TROUBLE_MS = 100;
const WELL_FOR_MS = 1_000;

const READ = 'query ($id: ID!) { talk(id: $id) { title commentCount comments(first: 5) { nodes { text } } } }';
const ON_TALK = 'mutation ($input: CommentOnTalkInput!) { commentOnTalk(input: $input) { talkComment { id } } }';
const ON_EVENT = 'mutation ($input: CommentOnEventInput!) { commentOnEvent(input: $input) { eventComment { id } } }';

let serial = 0;

/** Starts the load; every client has its own account. */
export function startLoad(base: string, world: World, cleanup: Cleanup, options: LoadOptions = {}): Load {
  const { clients = 2, whenRefused = 'retry' } = options;
  const [tally, reads, writes] = [new Tally(), new Tally(), new Tally()];
  const acknowledged: string[] = [];
  const opened: Client[] = [];
  let stopped = false;
  const talk = (turn: number) => world.talks[turn % world.talks.length]!;

  const readers = [
    (client: Client, turn: number) => client.get(`/v2.1/talks/${talk(turn)}/comments?resultsperpage=5`),
    (client: Client, turn: number) => client.graph(READ, { id: talk(turn) }),
  ];
  const writers = [
    (client: Client, turn: number, comment: string) =>
      client.post(turn % 2 ? `/v2.1/events/${world.event}/comments` : `/v2.1/talks/${talk(turn >> 1)}/comments`, {
        ...{ comment, rating: 3 },
      }),
    (client: Client, turn: number, text: string) =>
      turn % 2
        ? client.graph(ON_EVENT, { input: { eventId: world.event, text, rating: 4 } })
        : client.graph(ON_TALK, { input: { talkId: talk(turn >> 1), text, rating: 4 } }),
  ];
  /**
   * Counts the responses of one client.
   *
   * @returns a function that returns whether the response was good; undefined if the client should stop
   */
  const noteFor = (...tallies: readonly Tally[]) => {
    let goodAt = performance.now();
    return async (answer: Answer): Promise<boolean | undefined> => {
      if (answer.label === 'refused' && whenRefused === 'leave') return undefined;
      for (const each of tallies) {
        each.count(answer);
        each.waited(performance.now() - goodAt);
      }
      if (isGood(answer.label)) goodAt = performance.now();
      else await sleep(PAUSE_AFTER_TROUBLE_MS);
      return isGood(answer.label);
    };
  };
  const read = async (ask: (typeof readers)[number], client: Client) => {
    const note = noteFor(tally, ...(ask === readers[0] ? [reads] : []));
    for (let turn = 0; !stopped; turn += 1) if ((await note(await ask(client, turn))) === undefined) return;
  };
  /** Retries the same text without a response; a duplicate error then acknowledges the first attempt. */
  const write = async (ask: (typeof writers)[number], client: Client) => {
    const note = noteFor(tally, writes);
    for (let turn = 0; !stopped; turn += 1) {
      const comment = `known text ${(serial += 1)}`;
      for (let tries = 0; !stopped; tries += 1) {
        const answer = await ask(client, turn, comment);
        const isThere = tries > 0 && /Duplicate comment|"DUPLICATE"/.test(answer.body);
        const good = await note(isThere ? { ...answer, label: '200' } : answer);
        if (good === undefined) return;
        if (!good) continue;
        acknowledged.push(comment);
        break;
      }
    }
  };
  const allClients = Array.from({ length: clients }, (_, place) => place).flatMap((place) => {
    const open = (kind: number) => {
      const client = openClient(base, world.people[place * 4 + kind]!.token);
      opened.push(client);
      return client;
    };
    return [
      ...readers.map((ask, kind) => read(ask, open(kind))),
      ...writers.map((ask, kind) => write(ask, open(2 + kind))),
    ];
  });
  const over = Promise.all(allClients);
  const stop = async () => {
    stopped = true;
    await over;
    for (const client of opened) client.close();
  };
  cleanup.add(() => (stopped = true));
  return {
    ...{ tally, reads, writes },
    acknowledged,
    stop,
    more: (writes) => {
      const wanted = acknowledged.length + writes;
      return until(`${writes} more writes are acknowledged`, () => acknowledged.length >= wanted);
    },
    async well(since) {
      await until('No request has failed for 1 s', () => {
        const quietSince = Math.max(since, tally.troubleAt);
        return tally.wellAt > quietSince && performance.now() - quietSince > WELL_FOR_MS;
      });
      return Math.max(0, tally.troubleAt - since);
    },
  };
}
