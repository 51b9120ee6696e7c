import type { DatabaseLocation } from '../../database/database-location.js';
import type { MetricSamples } from '../../telemetry/metrics/sample.js';

/** Messages of the primary to a worker. */
export type ToWorker =
  | { readonly kind: 'start'; readonly location: DatabaseLocation; readonly port: number }
  /** Requests the worker's metrics. */
  | { readonly kind: 'collectMetrics'; readonly request: number }
  /** Accompanies a client connection. */
  | { readonly kind: 'connection'; readonly connection: number }
  /** Requests confirmation of a connection that the worker has not acknowledged. */
  | { readonly kind: 'confirm'; readonly connection: number }
  /** Finish in-flight requests, then exit. */
  | { readonly kind: 'finish'; readonly idleMs: number };

/** Messages of a worker to the primary. */
export type FromWorker =
  /** The worker serves requests. */
  | { readonly kind: 'ready'; readonly demoPasswords: readonly (readonly [string, string])[] | null }
  /** The worker has received a connection and is about to read from it. */
  | { readonly kind: 'accepted'; readonly connection: number }
  /** The worker is draining or the connection is closed: dispatch it to another worker. */
  | { readonly kind: 'declined'; readonly connection: number }
  /** The connection did not arrive, because no file descriptor was free: dispatch it to another worker. */
  | { readonly kind: 'missing'; readonly connection: number }
  /** After an uncaught exception: the worker accepts no more connections, and exits after in-flight requests. */
  | { readonly kind: 'draining' }
  /** The metrics since the worker started. */
  | { readonly kind: 'metrics'; readonly request: number; readonly samples: readonly MetricSamples[] }
  /** The worker cannot start, for a reason that the operator can fix: one sentence. */
  | { readonly kind: 'refused'; readonly sentence: string };
