import { createHash } from 'node:crypto';
import type { SubscriptionTopic } from '../../core/context.js';
import type { LogPosition } from '../../core/reads/change-log.js';
import type { Caller } from './callers.js';
import type { FairRuns } from './fair-runs.js';
import { FirstRun } from './first-run.js';
import { isAfter } from './position.js';

/** The result of one run of a subscription. */
export interface RunResult {
  /** JSON of the GraphQL response. */
  readonly body: string;
  /** Undefined for other operations, and if the subscription has failed before it declared them. */
  readonly topic?: SubscriptionTopic | undefined;
  readonly end?: LogPosition | undefined;
  /** Encodes `end`. */
  readonly cursor?: string | undefined;
  /**
   * `retry`: the database is unavailable. `failed`: an internal error. `ended`: the record or the permission is gone, or
   * the operation is invalid.
   */
  readonly state: 'data' | 'ended' | 'failed' | 'retry';
  /** The body without its cursor, to detect equal results. */
  readonly content: string;
  /** Whether the body lists changes: equal bodies are then separate messages. */
  readonly hasChanges: boolean;
  /** What the operation may read, in values; 0 if it was not executed. */
  readonly cost: number;
}

/** Runs the operation. @param after as of `SubscriptionRun` */
export type RunOperation = (after: LogPosition | string | null) => Promise<RunResult>;

/** Receives the messages of one stream. */
export interface Subscriber {
  readonly caller: Caller;
  readonly next: (outcome: RunResult) => void;
  readonly complete: () => void;
}

/** Clients choose the position, so that the number of shared runs must be bounded. */
const MAX_FIRST_RUNS = 20;
/** Longer messages, in characters, are shared only until they are complete: hundreds of groups would keep them. */
const MAX_SHARED_LENGTH = 16 * 1024;

/** Subscriptions with the same operation, variables and viewer: each change runs their operation once. */
export class Group {
  readonly #members = new Set<Subscriber>();
  #topic: SubscriptionTopic | undefined;
  #position: LogPosition | undefined;
  /** First runs since the last change, by their position. Clients that reconnect together share one. */
  readonly #firstRuns = new Map<LogPosition | string | null, FirstRun<RunResult>>();
  /** The first runs of members. */
  readonly #awaited = new Map<Subscriber, FirstRun<RunResult>>();
  /** A digest. Null if members have received different contents: the next message is sent in any case. */
  #lastContent: string | null | undefined;
  /** Completed runs for all members. */
  #drained = 0;
  #isDirty = false;

  constructor(
    private readonly run: RunOperation,
    /** Called when the topic is known. */
    private readonly onTopic: (topic: SubscriptionTopic) => void,
    /** When first runs, and `refresh` after a change, take place. */
    private readonly turns: Pick<FairRuns, 'request' | 'withdraw'>,
  ) {}

  get topic(): SubscriptionTopic | undefined {
    return this.#topic;
  }

  get position(): LogPosition | undefined {
    return this.#position;
  }

  get size(): number {
    return this.#members.size;
  }

  /** Whom its members count for; may repeat. */
  *callers(): Iterable<Caller> {
    for (const { caller } of this.#members) yield caller;
  }

  /**
   * Adds a member, which receives all later messages. Call it before the first run of the member, so that it misses none.
   * The member must queue them until its first message is sent.
   */
  join(member: Subscriber): () => void {
    this.#members.add(member);
    return () => {
      this.#members.delete(member);
      const awaited = this.#awaited.get(member);
      this.#awaited.delete(member);
      if (!awaited?.leave(member)) return;
      for (const [after, run] of this.#firstRuns) if (run === awaited) this.#firstRuns.delete(after);
    };
  }

  /**
   * The first message of a member. Members that join between two changes share one run.
   *
   * @param run of the member itself: operations that are no subscriptions, such as mutations, run once for each member
   * @returns null if the member has left before its turn, or the service stops
   */
  async first(member: Subscriber, after: LogPosition | string | null, run: RunOperation): Promise<RunResult | null> {
    const drained = this.#drained;
    const outcome = await this.#firstOutcome(member, after, run);
    if (!outcome) return null;
    if (outcome.state !== 'data' || outcome.body.length > MAX_SHARED_LENGTH) this.#firstRuns.delete(after);
    if (outcome.end) this.#continueAt(outcome.end, drained);
    const content = digestOf(outcome.content);
    const isSame = this.#lastContent === undefined || this.#lastContent === content;
    this.#lastContent = isSame ? content : null;
    if (outcome.topic !== undefined && this.#topic === undefined) this.onTopic((this.#topic = outcome.topic));
    return outcome;
  }

  async #firstOutcome(
    member: Subscriber,
    after: LogPosition | string | null,
    run: RunOperation,
  ): Promise<RunResult | null> {
    const known = this.#firstRuns.get(after);
    const own = () => new FirstRun(() => run(after), this.turns);
    if (known) {
      const outcome = await this.#await(member, known);
      return outcome && outcome.topic === undefined ? this.#await(member, own()) : outcome;
    }
    const first = own();
    if (this.#firstRuns.size < MAX_FIRST_RUNS) {
      this.#firstRuns.set(after, first);
      first.result.catch(() => this.#firstRuns.delete(after));
    }
    return this.#await(member, first);
  }

  async #await(member: Subscriber, first: FirstRun<RunResult>): Promise<RunResult | null> {
    this.#awaited.set(member, first);
    first.join(member);
    try {
      return await first.result;
    } finally {
      this.#awaited.delete(member);
    }
  }

  /**
   * Later messages continue where the earliest first message ended, so that all members receive all changes.
   *
   * @param drained completed runs when the first one began; the member has received the messages of later ones
   */
  #continueAt(end: LogPosition, drained: number): void {
    if (this.#position === undefined) this.#position = end;
    else if (drained === this.#drained && isAfter(this.#position, end)) {
      this.#position = end;
      this.notify();
    }
  }

  /** Requests a run, after a change. */
  notify(): void {
    this.#isDirty = true;
    this.#firstRuns.clear();
    this.turns.request(this);
  }

  /**
   * Runs the operation once for all changes until now. Never call it twice at the same time.
   *
   * @returns the cost of the run
   */
  async refresh(): Promise<number> {
    // Without a position, a run would lack the changes since the first message. The next poll repeats it.
    if (!this.#isDirty || this.#members.size === 0 || !this.#position) return 0;
    this.#isDirty = false;
    const outcome = await this.run(this.#position);
    if (outcome.state === 'retry' || outcome.state === 'failed') {
      // The next poll runs it again.
      this.#isDirty = true;
      return outcome.cost;
    }
    this.#position = outcome.end ?? this.#position;
    this.#drained += 1;
    // Their state may precede this message, which members that join later do not receive.
    this.#firstRuns.clear();
    const content = digestOf(outcome.content);
    if (outcome.hasChanges || content !== this.#lastContent || outcome.state === 'ended') {
      for (const member of this.#members) member.next(outcome);
    }
    this.#lastContent = content;
    if (outcome.state === 'ended') for (const member of this.#members) member.complete();
    return outcome.cost;
  }

  /** Whether a run has failed and must be repeated. */
  get isDirty(): boolean {
    return this.#isDirty;
  }
}

/** Messages may have a megabyte, and hundreds of groups keep their last one. */
const digestOf = (content: string): string => createHash('sha256').update(content).digest('base64');
