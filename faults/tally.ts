import type { Answer } from './client.js';
import { atMost, type Finding } from './finding.js';

/** Counts the responses of one or several clients. */
export class Tally {
  readonly counts: Record<string, number> = {};
  /** The first few unexpected responses. */
  readonly strange: string[] = [];
  slowestMs = 0;
  /** The longest time a client waited for a good response, repeating its requests. */
  longestGapMs = 0;
  /** Times of the last failed and of the last good response; 0 if there was none. */
  troubleAt = 0;
  wellAt = 0;
  #unavailableWithoutRetry = 0;

  count({ label, retryAfter, body, tookMs, status }: Answer): void {
    this.counts[label] = (this.counts[label] ?? 0) + 1;
    this.slowestMs = Math.max(this.slowestMs, tookMs);
    if (isGood(label)) {
      this.wellAt = performance.now();
      return;
    }
    this.troubleAt = performance.now();
    if (status === 503 && retryAfter === undefined) this.#unavailableWithoutRetry += 1;
    if (!AWAY.has(label) && this.strange.length < 5) this.strange.push(`${label} ${body.slice(0, 200)}`);
  }

  /** Notes how long a client waited for a good response. */
  waited(ms: number): void {
    this.longestGapMs = Math.max(this.longestGapMs, ms);
  }

  /** Resets the slowest latency. */
  forgetTimes(): void {
    this.slowestMs = 0;
  }

  of(...labels: readonly string[]): number {
    return labels.reduce((sum, label) => sum + (this.counts[label] ?? 0), 0);
  }

  /** Requires that all responses were good or have one of the labels. */
  only(...labels: readonly string[]): Finding {
    const others = Object.entries(this.counts).filter(([label]) => !isGood(label) && !labels.includes(label));
    const what = `only good responses${labels.length > 0 ? ` and ${labels.join(', ')}` : ''}`;
    if (others.length === 0) return { what, kept: true };
    return {
      what: `${what}, but ${JSON.stringify(Object.fromEntries(others))} ${this.strange.join(' ')}`,
      kept: false,
    };
  }

  /** Requires that every 503 has `Retry-After`. */
  get retryAfter(): Finding {
    return atMost('503 without Retry-After:', this.#unavailableWithoutRetry, 0);
  }
}

/** Labels of responses while a service or database is unavailable. */
const AWAY: ReadonlySet<string> = new Set(['503', 'UNAVAILABLE', 'refused', 'no answer']);

export const isGood = (label: string): boolean => /^2\d\d$/.test(label);
