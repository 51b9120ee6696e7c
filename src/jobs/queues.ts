const MINUTE = 60;
const DAY = 86_400;

/**
 * Every queue, and how its jobs are treated. A job that is done is deleted at once; one that has failed for good stays
 * for people to see (`select * from pgboss.job where state = 'failed'`), and may be tried again by hand.
 */
export const queues = {
  mail: {
    // Twelve tries: the second after half a minute to a minute, then twice as long each time, for about a day in all.
    retryLimit: 11,
    retryDelay: 30,
    retryBackoff: true,
    // A job that runs longer belongs to a process that was killed: sending takes 30 seconds at the most.
    expireInSeconds: MINUTE,
    // Undelivered or failed: the links in a mail are worth nothing any more.
    retentionSeconds: 3 * DAY,
    deleteAfterSeconds: 14 * DAY,
  },
} as const;

export type QueueName = keyof typeof queues;

/** How the queues of periodic jobs treat theirs: the next run makes up for one that failed. */
export const periodicQueue = {
  // One at a time, in however many processes.
  policy: 'exclusive',
  retryLimit: 0,
  expireInSeconds: 15 * MINUTE,
  heartbeatSeconds: MINUTE,
  retentionSeconds: DAY,
  deleteAfterSeconds: 14 * DAY,
} as const;
