import { createHmac } from 'node:crypto';
import type { LogPosition } from '../reads/change-log.js';

const LENGTH = 27;

/**
 * The ID of the message about a change to a webhook. A repetition has the same one, but it does not show the position of
 * the change in the log, which would reveal between which others an anonymous comment was written.
 *
 * @param secretKey 32 bytes
 */
export function messageId({ epoch, transactionId, id }: LogPosition, webhookId: string, secretKey: Buffer): string {
  const parts = ['webhook message', epoch, transactionId, id, webhookId].join(' ');
  return `msg_${createHmac('sha256', secretKey).update(parts).digest('base64url').slice(0, LENGTH)}`;
}
