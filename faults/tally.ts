import type { Answer } from './client.js';
import { atMost, type Finding } from './finding.js';

/** What one client or all of them saw, counted. */
export class Tally {
  readonly counts: Record<string, number> = {};
  /** The first few of what nobody should get. */
  readonly strange: string[] = [];
  slowestMs = 0;
  /** When the last answer came that showed trouble, and the last one that did not; 0 when there was none. */
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

  /** Forgets how long answers have taken so far. */
  forgetTimes(): void {
    this.slowestMs = 0;
  }

  of(...labels: readonly string[]): number {
    return labels.reduce((sum, label) => sum + (this.counts[label] ?? 0), 0);
  }

  /** Nobody saw anything but good answers and the labels. */
  only(...labels: readonly string[]): Finding {
    const others = Object.entries(this.counts).filter(([label]) => !isGood(label) && !labels.includes(label));
    const what = `only good answers${labels.length > 0 ? ` and ${labels.join(', ')}` : ''}`;
    if (others.length === 0) return { what, kept: true };
    return {
      what: `${what}, but ${JSON.stringify(Object.fromEntries(others))} ${this.strange.join(' ')}`,
      kept: false,
    };
  }

  /** Every 503 says when to come again. */
  get retryAfter(): Finding {
    return atMost('503 without Retry-After:', this.#unavailableWithoutRetry, 0);
  }
}

/** What clients see of a service or a database that is away. */
const AWAY: ReadonlySet<string> = new Set(['503', 'UNAVAILABLE', 'refused', 'no answer']);

export const isGood = (label: string): boolean => /^2\d\d$/.test(label);
