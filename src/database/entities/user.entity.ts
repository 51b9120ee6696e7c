import { defineEntity, p, type Opt } from '@mikro-orm/core';
import { TextArrayType } from './text-array.js';

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
    /** EACH, HOURLY, DAILY or OFF. */
    feedbackMails: p.text().default('HOURLY'),
    /** Topics of mails that are turned off. */
    mutedMails: p.type(TextArrayType).$type<string[]>().default([]),
    lastLoginAt: p.datetime().nullable(),
    /** When the account will be deleted, at the user's request. */
    deletionAt: p.datetime().nullable(),
    /** When the account will be deleted, unless it is verified before; null: never. */
    verifyBy: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

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

/** A new e-mail address that has not taken effect yet. The tokens of its links are stored as SHA-256. */
export const EmailChange = defineEntity({
  name: 'EmailChange',
  tableName: 'email_changes',
  properties: {
    user: p.manyToOne(User).primary(),
    newEmail: p.text(),
    /** Hash of the link sent to the new address. */
    confirmationHash: p.text(),
    /** Hash of the link sent to the current address; null if the password authorised the change. */
    authorisationHash: p.text().nullable(),
    /** Hashes of the cancellation links sent to the current address, newest first, also those of replaced changes. */
    cancellationHashes: p.array(),
    confirmedAt: p.datetime().nullable(),
    authorisedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
  },
});

/** The secret URL of an account's calendar. Only the SHA-256 of the secret is stored, as lower-case hex. */
export const PersonalCalendar = defineEntity({
  name: 'PersonalCalendar',
  tableName: 'personal_calendars',
  properties: {
    id: p.bigint('string').primary(),
    user: p.manyToOne(User).unique(),
    secretHash: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
