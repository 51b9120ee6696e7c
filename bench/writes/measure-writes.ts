import { recountCounters } from '../../src/core/common/counters.js';
import { OperatorError } from '../../src/config/operator-error.js';
import type { Cleanup } from '../../src/server/composition/lifecycle.js';
import type { BenchDatabase } from '../database.js';
import { measureWindow, type Cost } from '../measure.js';
import type { Part } from '../measure-reads.js';
import type { BenchOptions } from '../options.js';
import { linesOf } from '../result.js';
import { startWriting, type BenchServer } from '../servers.js';
import { openWriteDatabase, type WriteDatabase } from './write-database.js';
import { openWriters, writeRequest, type Writers } from './writers.js';

export const BY_HAND = 'by hand';
export const LECTERN_WRITES = 'Lectern, v2.1';
const names = [BY_HAND, LECTERN_WRITES] as const;
type Name = (typeof names)[number];

interface Write {
  readonly name: string;
  readonly about: string;
  /** Number of concurrent writers, each with its own connection. */
  readonly people: number;
  /** Builds the `turn`th request of a writer. */
  request(database: WriteDatabase, name: Name, person: number, turn: number): string;
}

const at = (list: readonly string[], place: number): string => list[place % list.length] ?? '';
let said = 0;
const commentOn = (talk: string, token: string) =>
  writeRequest(`/v2.1/talks/${talk}/comments`, token, { comment: `Comment number ${(said += 1)}`, rating: 4 });

const writes: readonly Write[] = [
  {
    name: 'comment write',
    about: 'ten concurrent users, each commenting on a different talk',
    people: 10,
    request: ({ tokens, talks }, _, person, turn) =>
      commentOn(at(talks, person + 10 * turn), at(tokens, person + 10 * turn)),
  },
  {
    name: 'star write',
    about: 'ten concurrent users, each starring a talk',
    people: 10,
    // Each user stars each talk once; the two servers use different halves of the talks.
    request: ({ tokens, talks }, name, person, turn) => {
      const place = person + 10 * turn;
      const half = talks.length / 2;
      const talk = (Math.floor(place / tokens.length) % half) + names.indexOf(name) * half;
      return writeRequest(`/v2.1/talks/${at(talks, talk)}/starred`, at(tokens, place));
    },
  },
  {
    name: 'comments on one talk',
    about: '500 concurrent users comment on one talk (Lectern), or on 500 different talks (by hand)',
    people: 500,
    request: ({ tokens, talks }, name, person) =>
      commentOn(at(talks, name === BY_HAND ? person : 0), at(tokens, person)),
  },
];

/** Warm-up in windows, with this many requests each, because V8 optimizes late. */
const WARM_WINDOWS = 20;
const WARM_REQUESTS = 100;
const REQUESTS_TO_FILL_POOLS = 20;

/** Starts Lectern and the yardstick on the write database. The parts can be measured repeatedly. */
export async function openWrites(
  database: BenchDatabase,
  options: Pick<BenchOptions, 'rounds' | 'window'>,
  cleanup: Cleanup,
  say: (sentence: string) => void,
): Promise<Part[]> {
  const writable = await openWriteDatabase(database);
  cleanup.add(() => writable.client.end());
  const servers = new Map<Name, BenchServer>();
  for (const name of names) {
    const server = await startWriting(name === BY_HAND ? 'yardstick' : 'lectern', writable.url);
    cleanup.add(() => server.stop());
    servers.set(name, server);
  }
  const turns = new Map<string, number>();
  return writes.map((write) => ({
    name: write.name,
    async measure() {
      say(`${write.name}: measuring …`);
      const costs = new Map<string, Cost[]>(names.map((name) => [name, []]));
      const writers = new Map<Name, Writers>();
      const once = (name: Name, server: BenchServer, requests: number) => {
        const next = (person: number) => {
          const key = `${write.name} ${name} ${person}`;
          const turn = turns.get(key) ?? 0;
          turns.set(key, turn + 1);
          return write.request(writable, name, person, turn);
        };
        const send = (total: number) => writers.get(name)!.send(total, next);
        return measureWindow(name, server, writable.client, { fill: REQUESTS_TO_FILL_POOLS, requests, send });
      };
      let count = write.people;
      for (const [name, server] of servers) {
        // Connect late: servers close idle connections.
        writers.set(name, await openWriters(server.port, write.people));
        const until = performance.now() + WARM_WINDOWS * options.window;
        while (performance.now() < until) {
          const { perSecond } = await once(name, server, Math.max(write.people, WARM_REQUESTS));
          count = Math.max(write.people, Math.round((perSecond * options.window) / 1000));
        }
      }
      for (let round = 0; round < options.rounds; round += 1) {
        for (const [name, server] of servers) costs.get(name)?.push(await once(name, server, count));
      }
      for (const one of writers.values()) one.close();
      await requireExactCounters(writable);
      return [{ ...describe(write), lines: linesOf(costs, [BY_HAND]) } as const];
    },
  }));
}

const describe = ({ name, about }: Write) => ({ name, about, bytes: 0, judgedBy: 'rate' as const });

/** @throws OperatorError if a stored counter differs from the number of records */
async function requireExactCounters({ client }: WriteDatabase): Promise<void> {
  const drifts = await recountCounters(client, () => undefined);
  if (drifts.length > 0)
    throw new OperatorError(`Counters differ from a recount: ${JSON.stringify(drifts.slice(0, 5))}`);
}
