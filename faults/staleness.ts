import { setTimeout as sleep } from 'node:timers/promises';
import { openClient, type Answer, type Client } from './client.js';
import { isGood } from './tally.js';
import type { World } from './world.js';

const POLL_MS = 5;
/** Staleness beyond this is not measured further. */
export const GIVE_UP_AFTER_MS = 15_000;

/** A write whose text then appears in pages. */
interface Write {
  readonly send: (text: string) => Promise<Answer>;
  readonly pages: readonly string[];
}

/** Reads pages through a cache, and counts its hits. */
export class CachedPages {
  hits = 0;
  misses = 0;
  constructor(private readonly base: string) {}

  async read(page: string): Promise<string> {
    const response = await fetch(this.base + page);
    // Varnish names two transactions if the second one stored the response.
    if (response.headers.get('x-varnish')?.includes(' ')) this.hits += 1;
    else this.misses += 1;
    return response.text();
  }

  /** Reads until the page contains the text. @returns milliseconds from `since` until then */
  async untilShown(page: string, text: string, since: number): Promise<number> {
    for (;;) {
      const isShown = (await this.read(page)).includes(text);
      const ms = performance.now() - since;
      if (isShown || ms > GIVE_UP_AFTER_MS) return ms;
      await sleep(POLL_MS);
    }
  }
}

const REPLACE_EVENT = 'mutation ($input: ReplaceEventInput!) { replaceEvent(input: $input) { event { id } } }';
const REPLACE_TALK = 'mutation ($input: ReplaceTalkInput!) { replaceTalk(input: $input) { talk { id } } }';
const REPLACE_USER = 'mutation ($input: ReplaceUserInput!) { replaceUser(input: $input) { user { id } } }';

/** Edits of the event, its talks and profiles, and comments, with the pages that show them. */
function writesTo(base: string, { event, talks, host, people }: World, opened: Client[]): readonly Write[] {
  const client = (token: string) => {
    const one = openClient(base, token);
    opened.push(one);
    return one;
  };
  const [asHost, asGuest] = [client(host.token), client(people[0]!.token)];
  const [at, till] = ['2026-06-01T10:00:00+02:00', '2026-06-01T18:00:00+02:00'];
  const input = { eventId: event, location: 'Amsterdam', timeZone: 'Europe/Amsterdam', startDate: at, endDate: till };
  return [
    {
      send: (text) => asHost.graph(REPLACE_EVENT, { input: { ...input, name: text, description: text } }),
      pages: [`/v2.1/events/${event}`, `/v2.1/events/${event}?verbose=yes`, '/v2.1/events?filter=past'],
    },
    ...talks.map((talkId): Write => ({
      send: (text) => asHost.graph(REPLACE_TALK, { input: { talkId, title: text, description: text, startDate: at } }),
      pages: [`/v2.1/talks/${talkId}`, `/v2.1/events/${event}/talks`],
    })),
    ...talks.map((talk): Write => ({
      send: (comment) => asGuest.post(`/v2.1/talks/${talk}/comments`, { comment, rating: 3 }),
      pages: [`/v2.1/talks/${talk}/comments?resultsperpage=1000`],
    })),
    {
      send: (comment) => asGuest.post(`/v2.1/events/${event}/comments`, { comment, rating: 3 }),
      pages: [`/v2.1/events/${event}/comments?resultsperpage=1000`],
    },
    {
      send: (fullName) =>
        asHost.graph(REPLACE_USER, { input: { userId: host.id, fullName, email: 'person0@example.org' } }),
      pages: [`/v2.1/users/${host.id}`, `/v2.1/events/${event}?verbose=yes`],
    },
  ];
}

/** Random writes to a service, and the reads of its pages through a cache. */
export interface Writer {
  /** Writes once. @returns for each page that shows it, the milliseconds from the acknowledgement until it did */
  write(): Promise<readonly number[]>;
  close(): void;
}

let serial = 0;

export function createWriter(base: string, world: World, pages: CachedPages): Writer {
  const opened: Client[] = [];
  const writes = writesTo(base, world, opened);
  return {
    async write() {
      const { send, pages: affected } = writes[Math.floor(Math.random() * writes.length)]!;
      await Promise.all(affected.map((page) => pages.read(page)));
      const text = `text no. ${(serial += 1)}.`;
      const { label, body } = await send(text);
      if (!isGood(label)) throw new Error(`A write failed: ${label} ${body}`);
      const since = performance.now();
      return Promise.all(affected.map((page) => pages.untilShown(page, text, since)));
    },
    close: () => opened.forEach((client) => client.close()),
  };
}
