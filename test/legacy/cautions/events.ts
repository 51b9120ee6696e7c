import { epoch } from '../comparisons/comparison.js';
import type { Outcome } from './outcome.js';

export const events: readonly Outcome[] = [
  {
    what: 'events keep their slugs; events without one get free ones',
    sql: 'select id, name, slug from events where id not in (8) order by id',
    rows: [
      ['1', 'PHP & Co', 'php-amp-co'],
      ['2', 'Pending', 'pending'],
      ['3', 'Rejected', 'rejected'],
      ['4', 'Both', 'both'],
      ['5', 'Neither', 'neither'],
      ['6', 'Private y', 'private-y'],
      ['7', 'Private Y', 'private-y-2014'],
      ['9', 'Backwards', 'backwards'],
      ['10', 'Same Name', 'same-name-2014'],
      ['11', 'Same Name', 'same-name-2014-05'],
      ['12', 'Another', 'same-name'],
      ['13', '🎉', '🎉'],
    ],
  },
  {
    what: 'active, pending and private events (g) have the state they had',
    sql: 'select status, is_private::int, array_agg(id order by id) from events where id not in (8) group by 1, 2 order by 1, 2',
    rows: [
      ['APPROVED', '0', '{1,9,10,11,12,13}'],
      ['APPROVED', '1', '{6,7}'],
      ['PENDING', '0', '{2,4}'],
      ['REJECTED', '0', '{3,5}'],
    ],
  },
  {
    what: 'an event has all its values, decoded where they were escaped (a)',
    sql: `select location, description, ${epoch('starts_at')}, ${epoch('ends_at')}, time_zone, stub, href, icon, hashtag, contact_name,
      contact_email, ${epoch('cfp_starts_at')}, ${epoch('cfp_ends_at')}, cfp_url, round(latitude::numeric, 7), round(longitude::numeric, 7)
      from events where id = 1`,
    rows: [
      [
        'Palais "Süd"',
        '1 < 2 🎉',
        '1400000000',
        '1400200000',
        'America/Argentina/Buenos_Aires',
        'PhpCo',
        'https://php.example.org/?a=1&b=2',
        'icon-1-small.png',
        '#phpco',
        'Hanna',
        'host@example.org',
        '1390000000',
        '1395000000',
        'https://php.example.org/cfp',
        '51.5073509',
        '-0.1277583',
      ],
    ],
  },
  {
    what: 'values out of range, and invalid URLs, are removed',
    sql: `select id, time_zone, stub, href, coalesce(icon, ''), coalesce(hashtag, ''), cfp_url, latitude, longitude, ends_at >= starts_at
      from events where id in (9, 10, 11) order by id`,
    rows: [
      ['9', 'UTC', null, null, '', '', null, null, null, 't'],
      ['10', 'UTC', null, null, '', '', null, null, null, 't'],
      ['11', 'UTC', null, null, '', '', null, null, null, 't'],
    ],
  },
  {
    what: 'a date of 0 becomes null',
    sql: 'select cfp_starts_at, cfp_ends_at from events where id = 10 union all select last_login_at, null from users where id = 6',
    rows: [
      [null, null],
      [null, null],
    ],
  },
  {
    what: 'reviews are kept, deleted reviewers are not',
    sql: 'select id, reviewer_id, rejection_reason from events where id in (3, 5) order by id',
    rows: [
      ['3', '1', 'No & no'],
      ['5', null, null],
    ],
  },
  {
    what: 'NUL, which PostgreSQL cannot store, is removed from texts',
    sql: `select location, description from events where id = 13 union all select full_name, biography from users where id = 7
      union all select comment, null from talk_comments where id = 18`,
    rows: [
      ['Nl', 'AB'],
      ['Nl', 'ab'],
      ['Nl 🎉', null],
    ],
  },
  {
    what: 'tags are trimmed, in lower case, once each, in the order of their insertion',
    sql: 'select id, array_to_json(tags)::jsonb from events where cardinality(tags) > 0 order by id',
    rows: [
      ['1', '["ünï", "php", "web", "r&d"]'],
      ['9', '["php"]'],
    ],
  },
  {
    what: 'images keep their addresses, one of each kind',
    sql: `select e.id, i.kind, i.location, i.width from events e, jsonb_to_recordset(e.images) as i (kind text, location text, width int)
      where e.id <> 10 order by 1, 2`,
    rows: [
      ['1', 'ORIGINAL', 'https://img.example.org/inc/img/event_icons/icon-1-orig.png', '300'],
      ['1', 'SMALL', 'https://img.example.org/inc/img/event_icons/icon-1-small.png', '140'],
      ['9', 'SMALL', 'http://img.example.org/legacy.png', '90'],
    ],
  },
  {
    what: 'hosts are those whose row is effective, once each',
    sql: 'select event_id, user_id from event_hosts order by 1, 2',
    rows: [
      ['1', '1'],
      ['1', '2'],
      ['3', '3'],
      ['6', '2'],
    ],
  },
  {
    what: 'attendance needs an event and a user (c)',
    sql: 'select event_id, user_id from event_attendees order by 1, 2',
    rows: [
      ['1', '1'],
      ['1', '2'],
      ['1', '3'],
      ['6', '5'],
    ],
  },
  {
    what: 'tracks without an event are skipped (c)',
    sql: 'select id, event_id, name, description, color from tracks where id not in (2, 3) order by id',
    rows: [
      ['1', '1', 'Main & only', 'D & D', 'ff0000'],
      ['6', '9', 'Elsewhere', '', null],
    ],
  },
];
