import { defineEntity, p } from '@mikro-orm/core';
import { Application } from './application.entity.js';
import { User } from './user.entity.js';

/** A bearer token. Only its SHA-256 is stored, as lower-case hex. */
export const AccessToken = defineEntity({
  name: 'AccessToken',
  tableName: 'access_tokens',
  properties: {
    id: p.bigint('string').primary(),
    user: p.manyToOne(User),
    application: p.manyToOne(Application).nullable(),
    tokenHash: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
    lastUsedAt: p.datetime().nullable(),
    expiresAt: p.datetime().nullable(),
  },
});
