import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** A secret in the format of Standard Webhooks. It is stored encrypted instead of hashed, because signing requires it. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
