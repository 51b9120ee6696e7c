import type { EntityManager } from '@mikro-orm/postgresql';
import type { Run } from '../../database/sql/statement.js';
import type { MailQueue } from '../ports.js';
import type { WebhookLimits } from './allowance.js';
import type { SendWebhook, WebhookServices } from './ports.js';

/** Dependencies of an attempt. */
export interface AttemptParts {
  readonly em: EntityManager;
  readonly run: Run;
  readonly send: SendWebhook;
  readonly queue: WebhookServices['queue'];
  readonly mail: MailQueue;
  readonly limits: WebhookLimits;
  /** 32 bytes. */
  readonly secretKey: Buffer;
  /** Seconds since 1970. */
  readonly now: () => number;
}

export interface DeliveryToSend {
  readonly webhookId: string;
  readonly url: string;
  readonly messageId: string;
  readonly type: string;
  readonly body: string;
  /** The current one, and the previous one for a day after a rotation. */
  readonly sealedSecrets: readonly string[];
  readonly isPermitted: boolean;
  /** As of `isApprovedOrDecision`. */
  readonly isApproved: boolean;
  readonly isVerified: boolean;
  /** The owner, whose requests are limited; null for a site administrator. */
  readonly limitedOwner: string | null;
  /** As of `laneOf`. */
  readonly lane: string;
}
