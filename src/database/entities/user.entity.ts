import { defineEntity, p, type Opt } from '@mikro-orm/core';

/** An account. `username` and `email` are unique, ignoring case. */
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
    searchNames: p
      .text()
      .$type<Opt<string>>()
      .generated(
        "public.search_text(username || chr(31) || full_name || chr(31) || coalesce(twitter_username, '')) stored",
      ),
    randomAvatarHash: p.text().nullable(),
    lastLoginAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
