import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/** The `webhook-signature` header of Standard Webhooks: one signature for each secret, separated by spaces. */
export function signatureHeader(secrets: readonly string[], id: string, timestamp: number, body: string): string {
  if (secrets.length === 0) throw new TypeError('A webhook needs a secret');
  return secrets
    .map((secret) => `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    .join(' ');
}

function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '', 'base64');
  if (key.length === 0) throw new TypeError(`A webhook secret consists of ${PREFIX} and base64`);
  return key;
}
