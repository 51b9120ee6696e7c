import { seal, unseal } from '../common/secret-box.js';
import { notificationTopics, type NotificationTopic } from '../mail-kinds.js';

/** Whom a link turns off which mails for. */
interface Subscription {
  readonly address: string;
  readonly topic: NotificationTopic;
}

/**
 * The URL that turns off mails of a topic without a login (RFC 8058). The address and the topic are encrypted in it, so
 * that it reveals and changes nothing else.
 *
 * @param origin base URL of the service
 * @param key the 32 bytes of `SECRET_KEY`
 */
export function unsubscribeUrl(origin: string, { address, topic }: Subscription, key: Buffer): string {
  return `${origin}/unsubscribe/${seal(JSON.stringify({ unsubscribe: topic, address }), key)}`;
}

/** Reads the last segment of such a URL; null if it is not valid. */
export function readUnsubscribeToken(token: string, key: Buffer): Subscription | null {
  const { unsubscribe, address } = parse(token, key);
  if (typeof unsubscribe !== 'string' || typeof address !== 'string') return null;
  return Object.hasOwn(notificationTopics, unsubscribe) ? { address, topic: unsubscribe as NotificationTopic } : null;
}

function parse(token: string, key: Buffer): { readonly unsubscribe?: unknown; readonly address?: unknown } {
  try {
    return Object(JSON.parse(unseal(token, key))) as object;
  } catch {
    // Not a token of this service: an expected result.
    return {};
  }
}
