import { defineEntity, p } from '@mikro-orm/core';
import { TextArrayType } from './text-array.js';
import { User } from './user.entity.js';

/** A client program that may request tokens (contract §2.4). Imported ones may have no name. */
export const Application = defineEntity({
  name: 'Application',
  tableName: 'applications',
  properties: {
    id: p.bigint('string').primary(),
    user: p.manyToOne(User).nullable(),
    name: p.text().nullable(),
    description: p.text().default(''),
    callbackUrl: p.text().nullable(),
    consumerKey: p.text(),
    consumerSecretEncrypted: p.text(),
    mayUsePasswordGrant: p.boolean().default(true),
    isFirstParty: p.boolean().default(false),
    tokensAreRevocable: p.boolean().default(true),
    tokenIdleDays: p.integer().nullable(),
    /** Whether it has no secret, such as a browser frontend (RFC 6749 §2.1). */
    isPublic: p.boolean().default(false),
    redirectUris: p.type(TextArrayType).$type<string[]>().default([]),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/** A login of a user through an application, whose end revokes its tokens. */
export const Grant = defineEntity({
  name: 'Grant',
  tableName: 'grants',
  properties: {
    id: p.bigint('string').primary(),
    user: p.manyToOne(User),
    application: p.manyToOne(Application),
    scopes: p.type(TextArrayType).$type<string[]>(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
});

/** A bearer token. Only its SHA-256 is stored, as lower-case hex. */
export const AccessToken = defineEntity({
  name: 'AccessToken',
  tableName: 'access_tokens',
  properties: {
    id: p.bigint('string').primary(),
    user: p.manyToOne(User),
    application: p.manyToOne(Application).nullable(),
    tokenHash: p.text(),
    grant: p.manyToOne(Grant).nullable(),
    /** Null: no restriction. */
    scopes: p.type(TextArrayType).$type<string[]>().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    lastUsedAt: p.datetime().nullable(),
    expiresAt: p.datetime().nullable(),
  },
});
