import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.entity.js';

/** A one-time token sent by mail, to verify an address or to reset a password. Stored as its SHA-256. */
export const AccountToken = defineEntity({
  name: 'AccountToken',
  tableName: 'account_tokens',
  properties: {
    id: p.bigint('string').primary(),
    user: p.manyToOne(User),
    purpose: p.enum(['verify_email', 'reset_password'] as const),
    tokenHash: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
  },
});
