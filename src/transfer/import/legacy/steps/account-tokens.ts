import { lifetimeSeconds, type TokenPurpose } from '../../../../core/account/account-tokens.js';
import { hashToken } from '../../../../core/common/bearer-token.js';
import { copy } from '../source/step.js';
import { dateTime, reference, verbatim } from '../../values.js';

/** Tokens in mails already sent: those that have not expired here remain valid. */
const accountTokens = (table: string, purpose: TokenPurpose) =>
  copy({
    table,
    into: 'account_tokens',
    columns: {
      user_id: 'bigint',
      purpose: 'text',
      token_hash: 'text',
      created_at: 'timestamptz',
      expires_at: 'timestamptz',
    },
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
