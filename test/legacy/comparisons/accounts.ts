import { epoch, utc, type Comparison } from './comparison.js';

export const accounts: readonly Comparison[] = [
  {
    what: 'users',
    legacy: `select ID, username, full_name, email, password, coalesce(biography, ''), coalesce(twitter_username, ''),
      active = 1, verified = 1, admin = 1, trusted = 1, last_login, md5(lower(email)) from user`,
    lectern: `select id, username, full_name, email, password_hash, coalesce(biography, ''), coalesce(twitter_username, ''),
      is_active::int, is_verified::int, is_admin::int, is_trusted::int, ${epoch('last_login_at')}, avatar_hash from users`,
  },
  {
    what: 'applications',
    legacy: `select id, user_id, consumer_key, coalesce(description, ''), coalesce(callback_url, ''), enable_password_grant,
      can_be_revoked, unix_timestamp(created_date) from oauth_consumers`,
    lectern: `select id, user_id, consumer_key, description, coalesce(callback_url, ''), may_use_password_grant::int,
      tokens_are_revocable::int, ${epoch('created_at')} from applications`,
  },
  {
    what: 'names of applications, null for unnamed ones',
    legacy: "select id, nullif(trim(application), '') from oauth_consumers",
    lectern: 'select id, name from applications',
  },
  {
    what: 'the idle rule of the website (contract §2.2)',
    legacy: "select id, if(consumer_key = 'web2' or can_be_revoked = 0, 2, null) from oauth_consumers",
    lectern: 'select id, token_idle_days from applications',
  },
  {
    what: 'access tokens, hashed',
    legacy: `select t.id, t.user_id, c.id, sha2(t.access_token, 256), unix_timestamp(t.created_date), ${utc('t.last_used_date')}, null
      from oauth_access_tokens t join oauth_consumers c on c.consumer_key = t.consumer_key`,
    lectern: `select id, user_id, application_id, token_hash, ${epoch('created_at')}, ${epoch('last_used_at')}, expires_at
      from access_tokens`,
  },
];
