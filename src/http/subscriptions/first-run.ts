import { AsyncResource } from 'node:async_hooks';
import type { Caller } from './callers.js';
import type { FairRuns, Refreshed } from './fair-runs.js';

interface Member {
  readonly caller: Caller;
}

/** The run that yields the first message of those who share it. It waits its turn, like runs after changes. */
export class FirstRun<Result extends { readonly cost: number }> implements Refreshed {
  readonly #members = new Set<Member>();
  readonly #result = Promise.withResolvers<Result | null>();
  #isWaiting = true;
  /** In the context of the request, whose log and limits it belongs to. */
  readonly refresh = AsyncResource.bind(() => this.#execute());

  constructor(
    private readonly run: () => Promise<Result>,
    private readonly turns: Pick<FairRuns, 'request' | 'withdraw'>,
  ) {}

  /** The result; null if it is withdrawn. */
  get result(): Promise<Result | null> {
    return this.#result.promise;
  }

  *callers(): Iterable<Caller> {
    for (const { caller } of this.#members) yield caller;
  }

  /** Another member may have spent less, and have its turn sooner. */
  join(member: Member): void {
    this.#members.add(member);
    if (this.#isWaiting) this.turns.request(this);
  }

  /** @returns whether it is withdrawn: it waited for the last member */
  leave(member: Member): boolean {
    this.#members.delete(member);
    if (this.#members.size > 0 || !this.#isWaiting) return false;
    this.turns.withdraw(this);
    return true;
  }

  withdrawn(): void {
    this.#result.resolve(null);
  }

  async #execute(): Promise<number> {
    this.#isWaiting = false;
    const running = this.run();
    this.#result.resolve(running);
    const { cost } = await running.catch(() => ({ cost: 0 }));
    return cost;
  }
}
