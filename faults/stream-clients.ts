import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../src/server/composition/lifecycle.js';
import { openStream, type StreamClient } from './event-streams.js';
import { openClient, type Answer } from './client.js';
import { alike, atMost, type Finding } from './finding.js';
import { nothingLost, prove, type Kept } from './proof.js';
import { isGood, Tally } from './tally.js';
import { until } from './waiting.js';
import type { World } from './world.js';

/** For services whose streams come from one address. */
export const MANY_STREAMS = { MAX_STREAMS: '5000', MAX_STREAMS_ADDRESS: '5000', LIMIT_REQUESTS_ADDRESS: 'off' };

const WRITERS = 8;
const PER_SECOND = 20;
const PAUSE_AFTER_TROUBLE_MS = 100;

/** Clients that follow one talk, and writers that comment on it through v2.1 at a constant rate. */
export interface FollowedTalk {
  /** Of the writes. */
  readonly tally: Tally;
  /** Waits for further acknowledged comments. */
  readonly more: (comments: number) => Promise<void>;
  /** Stops the writers. */
  readonly stop: () => Promise<unknown>;
  /**
   * Stops the writers, waits until all clients show the state of the database, and compares what they have received.
   *
   * @param mostInformed number of clients that may be informed of missing changes
   */
  readonly conclude: (mostInformed?: number) => Promise<{ readonly kept: Kept; readonly findings: readonly Finding[] }>;
}

/** Waits until all clients have received the current state. */
export async function followTalk(base: string, world: World, count: number, cleanup: Cleanup): Promise<FollowedTalk> {
  const [talk] = world.talks as [string];
  const clients = Array.from({ length: count }, () => openStream(base, talk));
  cleanup.add(() => clients.forEach(({ stop }) => stop()));
  await until('All clients follow the talk', () => clients.every(({ last }) => last() !== undefined));
  const tally = new Tally();
  const acknowledged: string[] = [];
  let isOver = false;
  let serial = 0;
  const begin = performance.now();

  /** Repeats a comment without a response; the error for a duplicate then acknowledges it. */
  async function comment(post: (comment: string) => Promise<Answer>, text: string): Promise<void> {
    for (let tries = 0; !isOver; tries += 1) {
      const answer = await post(text);
      const isThere = tries > 0 && answer.body.includes('Duplicate comment');
      tally.count(isThere ? { ...answer, label: '200' } : answer);
      if (isThere || isGood(answer.label)) return void acknowledged.push(text);
      await sleep(PAUSE_AFTER_TROUBLE_MS);
    }
  }

  const write = async (place: number): Promise<void> => {
    const client = openClient(base, world.people[place]!.token);
    const post = (text: string) => client.post(`/v2.1/talks/${talk}/comments`, { comment: text, rating: 3 });
    while (!isOver) {
      serial += 1;
      const due = begin + (serial * 1_000) / PER_SECOND;
      const text = `followed text ${serial}`;
      await sleep(Math.max(0, due - performance.now()));
      if (!isOver) await comment(post, text);
    }
    client.close();
  };
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, place) => write(place)));
  cleanup.add(() => (isOver = true));

  const stop = () => {
    isOver = true;
    return writing;
  };
  return {
    ...{ tally, stop },
    more(comments) {
      const wanted = acknowledged.length + comments;
      return until(`${comments} more comments are acknowledged`, () => acknowledged.length >= wanted);
    },
    async conclude(mostInformed = 0) {
      await stop();
      const stored = await storedComments(world, talk);
      const isCurrent = ({ last }: StreamClient) => last()?.commentCount === stored.length;
      // The findings state who is not.
      await until('All clients show the last comment', () => clients.every(isCurrent)).catch(() => undefined);
      return { kept: await prove(world, acknowledged), findings: compare(clients, acknowledged, stored, mostInformed) };
    },
  };
}

async function storedComments({ pool }: World, talk: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ comment: string }>('select comment from talk_comments where talk_id = $1', [
    talk,
  ]);
  return rows.map(({ comment }) => comment);
}

const isSubset = (part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean =>
  [...part].every((text) => whole.has(text));

/** Clients that were informed that changes are missing may lack comments; all others may not. */
function compare(
  clients: readonly StreamClient[],
  acknowledged: readonly string[],
  stored: readonly string[],
  mostInformed: number,
): Finding[] {
  const [all, known] = [new Set(stored), new Set(acknowledged)];
  const informed = clients.filter(({ incomplete }) => incomplete() > 0);
  const missing = clients.filter((client) => !informed.includes(client) && !isSubset(known, client.texts));
  const reconnected = clients.reduce((sum, { connections }) => sum + connections() - 1, 0);
  return [
    { what: `${clients.length} clients, ${reconnected} reconnections`, kept: reconnected >= clients.length / 3 },
    alike('no stream was ended', [...new Set(clients.map(({ failure }) => failure() ?? ''))], ['']),
    atMost('clients that miss acknowledged comments:', missing.length, 0),
    atMost('clients that were informed of missing changes:', informed.length, mostInformed),
    atMost(
      'clients that show comments that are not stored:',
      clients.filter(({ texts }) => !isSubset(texts, all)).length,
      0,
    ),
    alike(
      'all clients show the number of comments of the database',
      [...new Set(clients.map(({ last }) => last()?.commentCount))],
      [stored.length],
    ),
  ];
}

export const STREAMS_FIGURE =
  'every client reconnects and receives each acknowledged comment, or the current state and `isIncomplete`; in the end, all show the number of comments of the database; no stream is ended';

/** The findings of the writes and of the streams. */
export const followedFindings = (
  { tally }: FollowedTalk,
  { kept, findings }: Awaited<ReturnType<FollowedTalk['conclude']>>,
  ...labels: readonly string[]
): Finding[] => [tally.only(...labels), ...findings, ...nothingLost(kept)];
