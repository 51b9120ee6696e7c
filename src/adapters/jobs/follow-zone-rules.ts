import { isUnreachable } from '../../core/transaction/run.js';
import { isUnavailable } from '../../database/sql-state.js';
import { NEWEST_ZONE_RULES, ZONE_RULES } from '../../core/date/local-time.js';
import { deriveOutdatedTimes, type DerivationParts } from '../../core/time-zones/derive-outdated-times.js';
import { movedInWords } from '../../core/time-zones/moved-by-zone.js';
import type { RunningJobs } from './start-jobs.js';
import type { Logger } from '../../telemetry/log/log.js';

const INTERVAL_MS = 60_000;
const MAX_SILENT_FAILURES = 5;

/**
 * Derives outdated times now, and then every minute: a service with older zone rules may run for a while, and one of an
 * older release. The work is not a queued job, because a service with older rules could fetch it.
 *
 * @param jobs stopped together with it
 * @returns stops both, after the current batch
 */
export function followZoneRules(
  jobs: RunningJobs,
  parts: DerivationParts,
  log: Pick<Logger, 'info' | 'warn'>,
  intervalMs = INTERVAL_MS,
): RunningJobs {
  const stopping = new AbortController();
  let failures = 0;
  let isReported = false;
  const derive = async (): Promise<void> => {
    try {
      const moved = await deriveOutdatedTimes(parts, stopping.signal);
      failures = 0;
      isReported = false;
      if (moved.size > 0) {
        log.info(
          { rules: ZONE_RULES, moved: Object.fromEntries(moved) },
          `Time zone rules ${ZONE_RULES}: kept the local times of events and talks whose zones have changed. ${movedInWords(moved)}`,
        );
      }
    } catch (error) {
      failures += 1;
      // An outage is reported elsewhere; a statement that exceeds its time again and again looks the same.
      const isOutage = isUnavailable(error) || isUnreachable(error);
      if (isReported || (isOutage && failures < MAX_SILENT_FAILURES)) return;
      isReported = true;
      log.warn({ err: error }, 'Failed to derive the times of events by the current time zone rules; retrying');
    }
  };
  if (ZONE_RULES < NEWEST_ZONE_RULES) {
    log.info(
      `Time zone rules ${ZONE_RULES} are in use; ${NEWEST_ZONE_RULES} is known (docs/operate.md, Time zone rules)`,
    );
  }
  let running: Promise<void> | undefined;
  const tick = (): void => {
    // The derivation in progress finds everything that another one would.
    running ??= derive().finally(() => (running = undefined));
  };
  tick();
  const timer = setInterval(tick, intervalMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await Promise.all([running, jobs.stop()]);
    },
  };
}
