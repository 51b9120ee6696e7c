import type { DatabasePlace } from '../database/place.js';
import type { MetricSamples } from '../metrics/sample.js';

/** What the primary process tells a worker. */
export type ToWorker =
  | { readonly kind: 'start'; readonly place: DatabasePlace; readonly port: number }
  /** Tell what you have counted. */
  | { readonly kind: 'count'; readonly question: number }
  /** Answer what is in flight, and end. */
  | { readonly kind: 'finish'; readonly idleMs: number };

/** What a worker tells the primary process. */
export type FromWorker =
  /** It answers requests. */
  | { readonly kind: 'ready'; readonly demoPasswords: readonly (readonly [string, string])[] | null }
  /** What it has counted since it began. */
  | { readonly kind: 'counted'; readonly question: number; readonly samples: readonly MetricSamples[] }
  /** It cannot start, for a reason that whoever runs the service can mend: one sentence. */
  | { readonly kind: 'refused'; readonly sentence: string };
