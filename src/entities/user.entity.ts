import { defineEntity, p, type Opt } from '@mikro-orm/core';

/** An account. `username` and `email` are unique without regard to case. */
export const User = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.bigint('string').primary(),
    username: p.text(),
    fullName: p.text(),
    email: p.text(),
    passwordHash: p.text().nullable(),
    biography: p.text().nullable(),
    twitterUsername: p.text().nullable(),
    isActive: p.boolean().default(true),
    isVerified: p.boolean().default(false),
    isAdmin: p.boolean().default(false),
    isTrusted: p.boolean().default(false),
    avatarHash: p.text().$type<Opt<string>>().generated('md5(lower(email)) stored'),
    randomAvatarHash: p.text().nullable(),
    lastLoginAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
