import { may, type Truth } from './truth.js';
import type { At } from './world.js';
import type { Rule } from './write.js';
import type { Reason } from '../../src/core/errors.js';

/** One write of the graph that v2.1 does not have. */
export interface GraphWrite {
  readonly name: string;
  readonly mutation: string;
  readonly input: (at: At) => Readonly<Record<string, unknown>>;
  /** Content of the uploaded `file`. */
  readonly file?: string;
  /** The predicates that decide. */
  readonly asks: readonly Rule[];
  readonly truth: Truth;
  /** The outcome for callers who cannot see the event. */
  readonly unseen: Reason;
}

const SCHEDULE = `title,start\nA new talk,${new Date().toISOString()}`;

export const graphWrites: readonly GraphWrite[] = [
  {
    ...{ name: 'import a schedule', mutation: 'importSchedule', file: SCHEDULE, asks: ['mayImportSchedule'] },
    input: ({ event }) => ({ eventId: event, dryRun: false }),
    ...{ truth: may('hosts', 'FORBIDDEN HOSTS_ONLY'), unseen: 'EVENT_UNKNOWN' },
  },
  {
    ...{ name: 'try an import of a schedule', mutation: 'importSchedule', file: SCHEDULE, asks: ['mayImportSchedule'] },
    input: ({ event }) => ({ eventId: event }),
    truth: may('hosts', 'FORBIDDEN HOSTS_ONLY', {
      ...{ host: 'unchanged', admin: 'unchanged', adminElsewhere: 'unchanged' },
    }),
    unseen: 'EVENT_UNKNOWN',
  },
];
