import type { EntityManager } from '@mikro-orm/postgresql';
import type { DeliveryJob } from './delivery-job.js';

/** Why a URL is not accepted. */
export type WebhookUrlProblem = 'URL_INVALID' | 'URL_NOT_HTTPS' | 'URL_HAS_CREDENTIALS' | 'URL_NOT_PUBLIC';

export interface WebhookServices {
  /** Validates a URL; null if it is acceptable. Does not resolve its name. */
  readonly urlProblem: (url: string) => WebhookUrlProblem | null;
  /** Queues attempts in a transaction: they begin after it commits. */
  readonly queue: (transaction: EntityManager, jobs: readonly DeliveryJob[]) => Promise<void>;
}

/** The result of one attempt. */
export interface WebhookResult {
  readonly outcome: 'delivered' | 'failed' | 'gone';
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /** At most a day; null unless the attempt failed and the receiver requested a time. */
  readonly retryAfterSeconds: number | null;
  /** Without the URL; null if delivered. */
  readonly error: string | null;
  readonly durationMs: number;
}

export interface WebhookRequest {
  readonly url: string;
  /** The `webhook-id`: the same for each attempt. */
  readonly id: string;
  /** JSON. */
  readonly body: string;
  /** `whsec_` and base64; one signature for each. */
  readonly secrets: readonly string[];
  readonly userAgent: string;
}

/** Sends one attempt. `now` is the `webhook-timestamp`, in seconds since 1970. Network faults never reject. */
export type SendWebhook = (request: WebhookRequest, now: number) => Promise<WebhookResult>;
