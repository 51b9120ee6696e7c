const MINUTE = 60;
const DAY = 86_400;

/**
 * Every queue with its retry policy. Completed jobs are deleted at once; jobs that failed permanently are retained for
 * inspection (`lectern mail list`) and can be queued again (`lectern mail retry`).
 */
export const queues = {
  mail: {
    // 12 attempts in about 1 day: the second after 30 to 60 seconds, then exponential backoff.
    retryLimit: 11,
    retryDelay: 30,
    retryBackoff: true,
    // Longer than an attempt, which takes at most 30 minutes: a second one would send the message twice.
    expireInSeconds: 35 * MINUTE,
    // Without a sign of life for as long, the job belongs to a killed process.
    heartbeatSeconds: 2 * MINUTE,
    // Undelivered or failed mails: by then, their links have expired.
    retentionSeconds: 3 * DAY,
    deleteAfterSeconds: 14 * DAY,
  },
  /** A job is one attempt of a delivery, which queues the next (`retryDelays`). Its own retries are for lost processes. */
  webhook: {
    retryLimit: 20,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 5 * MINUTE,
    // Longer than an attempt, which takes at most 15 seconds.
    expireInSeconds: 25,
    // After its start time. During an outage, jobs wait for as long as their deliveries are stored.
    retentionSeconds: 7 * DAY,
    deleteAfterSeconds: 14 * DAY,
  },
} as const;

export type QueueName = keyof typeof queues;

/** Policy of periodic jobs: no retries, because the next run compensates for a failed one. */
export const periodicQueue = {
  // One active job across all processes.
  policy: 'exclusive',
  retryLimit: 0,
  expireInSeconds: 15 * MINUTE,
  heartbeatSeconds: MINUTE,
  retentionSeconds: DAY,
  deleteAfterSeconds: 14 * DAY,
} as const;
