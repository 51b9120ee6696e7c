import DataLoader from 'dataloader';
import type { Batch } from './batch.js';
import { batches, lists, type ListBatches } from './loaders.js';
import type { Page, PageRequest } from './page.js';
import { programmeCounts, programmePages, type ProgrammePart, type ProgrammeRequest } from './programme.js';
import type { TalkRecord } from './records.js';
import { Scans } from './scans.js';
import type { ReadScope } from './scope.js';

type Batches = typeof batches;
type Lists = typeof lists;
type Loaded<Some> = Some extends Batch<infer Value> ? Value : never;
type Listed<Some> = Some extends ListBatches<infer Value> ? Value : never;

const resolved = Promise.resolve();

/**
 * Batches and caches the reads of one request: keys loaded in the same tick share one statement.
 * Created per request, so that cached records never leak to another viewer.
 */
export class Reads {
  readonly #loaders = new Map<string, DataLoader<string, unknown>>();
  readonly #prefetchers = new Map<keyof Batches, DataLoader<readonly string[], void>>();
  readonly #prefetched = new Map<keyof Batches, Map<string, unknown>>();

  #delayed: Promise<unknown> | undefined;

  readonly scans = new Scans();

  /**
   * What a cached response depends on, beside its subject: the IDs of the events in root lists, or of whose talks are in
   * them, of the events found by their names or by that of a talk, and of users in it. Excludes hosts, speakers and
   * claimants: the database records their changes for their events. `until` is when it changes without a write, in
   * seconds since 1970.
   */
  readonly shown = { events: new Set<string>(), users: new Set<string>(), until: Infinity };

  constructor(readonly scope: ReadScope) {}

  /**
   * Delays batches until a promise is fulfilled, because a list completed in time slices loads over several ticks.
   *
   * @param until must not depend on any read, which would deadlock
   */
  delayBatches(until: Promise<unknown>): void {
    const delayed = Promise.all([this.#delayed, until]);
    this.#delayed = delayed;
    void delayed.then(() => {
      if (this.#delayed === delayed) this.#delayed = undefined;
    });
  }

  /** Loads a record, a short list or a viewer's relation by record ID. */
  load<Name extends keyof Batches>(name: Name, id: string): Promise<Loaded<Batches[Name]>> {
    return this.#loader(name, (ids) => this.#batch(name, ids)).load(id) as Promise<Loaded<Batches[Name]>>;
  }

  /** Loads a list of IDs for synchronous access by `get`. Lists prefetched in the same tick share one statement. */
  prefetch(name: keyof Batches, ids: readonly string[]): Promise<void> {
    let prefetcher = this.#prefetchers.get(name);
    if (!prefetcher) {
      prefetcher = new DataLoader((lists) => this.#prefetch(name, lists), { ...this.#options, cache: false });
      this.#prefetchers.set(name, prefetcher);
    }
    return prefetcher.load(ids);
  }

  /** Returns a prefetched value synchronously, because promises dominate the cost of long lists; otherwise loads it. */
  get<Name extends keyof Batches>(name: Name, id: string): Loaded<Batches[Name]> | Promise<Loaded<Batches[Name]>> {
    const known = this.#prefetched.get(name) as Map<string, Loaded<Batches[Name]>> | undefined;
    return known?.get(id) ?? this.load(name, id);
  }

  /** Caches a record that was already read. */
  prime<Name extends keyof Batches>(name: Name, id: string, value: Loaded<Batches[Name]>): void {
    this.#loader(name, (ids) => this.#batch(name, ids)).prime(id, value);
  }

  /** Loads a page of a child list of the record `parent`. */
  async page<Name extends keyof Lists>(
    name: Name,
    parent: string,
    request: PageRequest,
  ): Promise<Page<Listed<Lists[Name]>>> {
    const list: ListBatches<unknown> = lists[name];
    const loader = this.#loader(`${name} ${JSON.stringify(request)}`, (ids) => list.pages(this.scope, ids, request));
    const page = (await loader.load(parent)) as Page<Listed<Lists[Name]>>;
    if (name === 'attendeesOfEvent') for (const { id } of page.nodes) this.shown.users.add(id);
    return page;
  }

  /** Counts the records in a child list of the record `parent`. */
  count(name: keyof Lists, parent: string): Promise<number> {
    const list: ListBatches<unknown> = lists[name];
    return this.#loader(`${name} count`, (ids) => list.counts(this.scope, ids)).load(parent) as Promise<number>;
  }

  /** Loads a page of the programme of an event. Parts of one tick with the same order and criteria share a statement. */
  programmePage(part: ProgrammePart, request: ProgrammeRequest): Promise<Page<TalkRecord>> {
    return this.#programme(part, `page ${JSON.stringify(request)}`, (parts) =>
      programmePages(this.scope, parts, request),
    );
  }

  /** Counts the talks in the programme of an event. */
  programmeCount(part: ProgrammePart, { criteria }: Pick<ProgrammeRequest, 'criteria'>): Promise<number> {
    return this.#programme(part, `count ${JSON.stringify(criteria)}`, (parts) =>
      programmeCounts(this.scope, parts, criteria),
    );
  }

  /** Records that the response changes at this time without any write. Seconds since 1970. */
  expireAt(seconds: number): void {
    this.shown.until = Math.min(this.shown.until, seconds);
  }

  /** Clears all caches, because a write invalidates earlier reads. */
  clear(): void {
    this.#loaders.clear();
    this.#prefetched.clear();
    this.scans.clear();
  }

  readonly #options: DataLoader.Options<never, never> = { batchScheduleFn: (dispatch) => this.#schedule(dispatch) };

  /** Like DataLoader's default: dispatches after the promise jobs of this tick, which may load more keys. */
  #schedule(dispatch: () => void): void {
    void (this.#delayed ?? resolved).then(() =>
      this.#delayed ? this.#schedule(dispatch) : process.nextTick(dispatch),
    );
  }

  #programme<Value>(
    part: ProgrammePart,
    name: string,
    batch: (parts: readonly ProgrammePart[]) => Promise<Value[]>,
  ): Promise<Value> {
    const loader = this.#loader(`programme ${name}`, (keys) =>
      batch(keys.map((key) => JSON.parse(key) as ProgrammePart)),
    );
    return loader.load(JSON.stringify(part)) as Promise<Value>;
  }

  #batch(name: keyof Batches, ids: readonly string[]): Promise<unknown[]> {
    // Includes users that do not exist or are inactive, since they may become active.
    if (name === 'user') for (const id of ids) this.shown.users.add(id);
    return batches[name](this.scope, ids);
  }

  async #prefetch(name: keyof Batches, lists: readonly (readonly string[])[]): Promise<void[]> {
    const ids = [...new Set(lists.flat())];
    const values = await this.#batch(name, ids);
    const known = this.#prefetched.get(name) ?? new Map<string, unknown>();
    for (const [index, id] of ids.entries()) known.set(id, values[index]);
    this.#prefetched.set(name, known);
    return lists.map(() => undefined);
  }

  #loader(name: string, batch: (ids: readonly string[]) => Promise<unknown[]>): DataLoader<string, unknown> {
    let loader = this.#loaders.get(name);
    if (!loader) this.#loaders.set(name, (loader = new DataLoader(batch, this.#options)));
    return loader;
  }
}
