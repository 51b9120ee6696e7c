import { lifetimeSeconds, type TokenPurpose } from '../../../../core/account/account-tokens.js';
import { hashToken } from '../../../../core/common/bearer-token.js';
import { dateTime, decoded, decodedOrNull, instant, isSet, verbatim, reference } from '../../values.js';
import { copy } from '../source/step.js';

/** The password hash of the original: bcrypt of an MD5. */
const BCRYPT = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/;

export const users = copy({
  table: 'user',
  into: 'users',
  refers: {},
  convert: (row, _, mark) => {
    const id = Number(row['ID']);
    const identity = {
      username: decoded(row['username'], mark, 100).trim(),
      email: verbatim(row['email'], mark, 200).trim(),
    };
    if (identity.username === '') mark.repair('an account without a username was named user-<id>');
    if (identity.email === '') mark.repair('a missing e-mail address was replaced by one in .invalid');
    const password = verbatim(row['password'], mark).trim();
    if (!BCRYPT.test(password))
      mark.repair('a password that is not a bcrypt hash was removed: the user can reset it by mail');
    return {
      id,
      username: identity.username || `user-${id}`,
      full_name: decoded(row['full_name'], mark, 200).trim(),
      email: identity.email || `user-${id}@lectern.invalid`,
      password_hash: BCRYPT.test(password) ? password : null,
      biography: decodedOrNull(row['biography'], mark),
      twitter_username: decodedOrNull(row['twitter_username'], mark, 20),
      is_active: isSet(row['active']),
      is_verified: isSet(row['verified']),
      is_admin: isSet(row['admin']),
      is_trusted: isSet(row['trusted']),
      last_login_at: instant(row['last_login']) ?? dateTime(row['last_login']),
    };
  },
  unique: [
    {
      columns: ['username'],
      anyCase: true,
      otherwise: (row, mark) => {
        mark.repair('a duplicate username got the ID as suffix');
        return { ...row, username: `${row.username.slice(0, 80)}-${row.id}` };
      },
    },
    {
      columns: ['email'],
      anyCase: true,
      otherwise: (row, mark) => {
        mark.repair('a duplicate e-mail address was replaced by one in .invalid');
        return { ...row, email: `user-${row.id}@lectern.invalid` };
      },
    },
  ],
});

/** Tokens in mails already sent: those that have not expired here remain valid. */
const accountTokens = (table: string, purpose: TokenPurpose) =>
  copy({
    table,
    into: 'account_tokens',
    refers: { users: ['user_id'] },
    convert: (row, { users }, mark, { now }) => {
      const user = reference(row['user_id']);
      const created = dateTime(row['created_date']);
      const expires = Date.parse(created ?? '') + lifetimeSeconds[purpose] * 1000;
      if (user === null || !users.has(user)) return mark.skip('its user no longer exists');
      if (created === null || !(expires > now * 1000)) return mark.skip('it has expired');
      return {
        user_id: user,
        purpose,
        token_hash: hashToken(verbatim(row['token'], mark)),
        created_at: created,
        expires_at: new Date(expires).toISOString(),
      };
    },
    unique: [{ columns: ['token_hash'], otherwise: (_, mark) => mark.skip('duplicate token') }],
  });

export const emailVerifications = accountTokens('email_verification_tokens', 'verify_email');
export const passwordResets = accountTokens('password_reset_tokens', 'reset_password');
