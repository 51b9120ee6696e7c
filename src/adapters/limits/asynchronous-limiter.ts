import { RateLimiterPostgres, RateLimiterRes, type IRateLimiterPostgresOptions } from 'rate-limiter-flexible';
import type { Run } from '../../database/sql/statement.js';
import { countAsynchronously } from './limit-store.js';

/**
 * A limiter in the database for limits of every write. It sends its statement within the same tick, so that the
 * statement shares a round trip with the reads of the command, and does not wait for the disk.
 */
export class AsynchronousLimiter extends RateLimiterPostgres {
  readonly #run: Run;

  constructor(options: IRateLimiterPostgresOptions, run: Run) {
    super(options);
    this.#run = run;
  }

  /** Counts one request, even beyond the limit, which the caller compares. Rejects as `Run`. */
  override async consume(key: string | number): Promise<RateLimiterRes> {
    const [counted] = await this.#run(countAsynchronously, { key: this.getKey(key), seconds: this.duration });
    if (!counted) throw new Error('The upsert returned no count');
    const { points, remainingMs } = counted;
    return new RateLimiterRes(Math.max(0, this.points - points), remainingMs, points, points === 1);
  }
}
