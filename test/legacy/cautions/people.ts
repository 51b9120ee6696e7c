import { createHash } from 'node:crypto';
import { epoch } from '../comparisons/comparison.js';
import type { Outcome } from './outcome.js';

const hash = (token: string): string => createHash('sha256').update(token).digest('hex');

export const people: readonly Outcome[] = [
  {
    what: 'users keep their usernames, addresses and flags',
    sql: `select id, username, email, full_name, coalesce(biography, ''), coalesce(twitter_username, ''), ${epoch('last_login_at')},
      concat(is_active::int, is_verified::int, is_admin::int, is_trusted::int) from users where id not in (4, 9, 10) order by id`,
    rows: [
      [
        '1',
        'AdminUser',
        'Admin@Example.ORG',
        'Ada Admin',
        'Wrote <b>&</b> &quot;read&quot;',
        '@ada',
        '1500000000',
        '1111',
      ],
      ['2', 'host', 'host@example.org', 'Hanna Höst 🎤', '', '', null, '1100'],
      ['3', 'speaker', 'speaker@example.org', "Sam O'Speaker", '', '', null, '1100'],
      ['5', 'inactive', 'inactive@example.org', 'Ina', '', '', null, '0100'],
      ['6', 'neither', 'neither@example.org', '', '', '', null, '0000'],
      ['7', 'nul', 'nul@example.org', 'Nl', 'ab', '', null, '1100'],
      ['8', 'r&d', 'rd@example.org', 'R and D', '', '', null, '1100'],
      ['11', 'user4', 'user4@example.org', 'Has the name that an importer might make up', '', '', null, '1100'],
    ],
  },
  {
    what: 'text is decoded once',
    sql: 'select full_name from users where id = 9',
    rows: [['R &amp; D']],
  },
  {
    what: 'passwords are bcrypt hashes or null: an MD5 or an empty text is not valid',
    sql: "select password_hash ~ '^\\$2y\\$10\\$', array_agg(id order by id) from users where id <> 4 group by 1 order by 1",
    rows: [
      ['t', '{1,5,6,7,8,9,10,11}'],
      [null, '{2,3}'],
    ],
  },
  {
    what: 'applications keep their keys, flags and names, and those without a name stay unnamed',
    sql: `select id, user_id, consumer_key, name, description, callback_url, may_use_password_grant::int,
      tokens_are_revocable::int, is_first_party::int, token_idle_days from applications where id in (1, 2, 3) order by id`,
    rows: [
      ['1', '1', 'website', 'Website & co', 'D & D', 'https://example.org/cb?a=1&b=2', '1', '0', '0', '2'],
      ['2', null, 'nameless', null, '', null, '0', '1', '0', null],
      ['3', '1', 'twice', 'Twice', '', null, '0', '1', '0', null],
    ],
  },
  {
    what: 'tokens (h) of users that exist are hashed, once each',
    sql: `select id, user_id, application_id, token_hash, ${epoch('last_used_at')} from access_tokens where id <> 2 order by id`,
    rows: [
      ['1', '1', '1', hash('0123456789abcdef'), '1393909567'],
      ['7', '3', '3', hash('00000000000000cc'), null],
      ['8', '5', '1', hash('00000000000000dd'), null],
    ],
  },
];
