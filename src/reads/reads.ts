import DataLoader from 'dataloader';
import { batches, lists, type Batch, type ListBatches } from './loaders.js';
import type { Page, PageRequest } from './page.js';
import type { ReadScope } from './scope.js';

type Batches = typeof batches;
type Lists = typeof lists;
type Loaded<Some> = Some extends Batch<infer Value> ? Value : never;
type Listed<Some> = Some extends ListBatches<infer Value> ? Value : never;

/**
 * Everything that one request reads, batched: whatever is asked for in one tick becomes one statement.
 * Made for each request, so that nothing one viewer saw is ever shown to another.
 */
export class Reads {
  readonly #loaders = new Map<string, DataLoader<string, unknown>>();
  readonly #prefetchers = new Map<keyof Batches, DataLoader<readonly string[], void>>();
  readonly #prefetched = new Map<keyof Batches, Map<string, unknown>>();

  constructor(readonly scope: ReadScope) {}

  /** One record, a short list or a mark, by the id of the record that it is about. */
  load<Name extends keyof Batches>(name: Name, id: string): Promise<Loaded<Batches[Name]>> {
    const batch: Batch<unknown> = batches[name];
    return this.#loader(name, (ids) => batch(this.scope, ids)).load(id) as Promise<Loaded<Batches[Name]>>;
  }

  /** Reads the same for all ids of a list, so that `get` has it at hand; lists that are asked for in one tick together. */
  prefetch(name: keyof Batches, ids: readonly string[]): Promise<void> {
    let prefetcher = this.#prefetchers.get(name);
    if (!prefetcher) {
      prefetcher = new DataLoader((lists) => this.#prefetch(name, lists), { cache: false });
      this.#prefetchers.set(name, prefetcher);
    }
    return prefetcher.load(ids);
  }

  /** What was prefetched, at once: for long lists, where a promise for each record costs more than the record. Else loads. */
  get<Name extends keyof Batches>(name: Name, id: string): Loaded<Batches[Name]> | Promise<Loaded<Batches[Name]>> {
    const known = this.#prefetched.get(name) as Map<string, Loaded<Batches[Name]>> | undefined;
    return known?.get(id) ?? this.load(name, id);
  }

  /** Puts in a record that is known already, so that it is not read again. */
  prime<Name extends keyof Batches>(name: Name, id: string, value: Loaded<Batches[Name]>): void {
    const batch: Batch<unknown> = batches[name];
    this.#loader(name, (ids) => batch(this.scope, ids)).prime(id, value);
  }

  /** A page of a list that belongs to the record `parent`. */
  page<Name extends keyof Lists>(name: Name, parent: string, request: PageRequest): Promise<Page<Listed<Lists[Name]>>> {
    const list: ListBatches<unknown> = lists[name];
    const loader = this.#loader(`${name} ${JSON.stringify(request)}`, (ids) => list.pages(this.scope, ids, request));
    return loader.load(parent) as Promise<Page<Listed<Lists[Name]>>>;
  }

  /** How many there are in a list that belongs to the record `parent`. */
  count(name: keyof Lists, parent: string): Promise<number> {
    const list: ListBatches<unknown> = lists[name];
    return this.#loader(`${name} count`, (ids) => list.counts(this.scope, ids)).load(parent) as Promise<number>;
  }

  /** Forgets everything: what was read before a write may not be true after it. */
  forget(): void {
    this.#loaders.clear();
    this.#prefetched.clear();
  }

  async #prefetch(name: keyof Batches, lists: readonly (readonly string[])[]): Promise<void[]> {
    const ids = [...new Set(lists.flat())];
    const values = await batches[name](this.scope, ids);
    const known = this.#prefetched.get(name) ?? new Map<string, unknown>();
    for (const [index, id] of ids.entries()) known.set(id, values[index]);
    this.#prefetched.set(name, known);
    return lists.map(() => undefined);
  }

  #loader(name: string, batch: (ids: readonly string[]) => Promise<unknown[]>): DataLoader<string, unknown> {
    let loader = this.#loaders.get(name);
    if (!loader) this.#loaders.set(name, (loader = new DataLoader(batch)));
    return loader;
  }
}
