import { epoch } from '../comparisons/comparison.js';
import type { Outcome } from './outcome.js';

export const talks: readonly Outcome[] = [
  {
    what: 'talks whose title was cut at 255 bytes (f) or overwrote the description (b) are imported unchanged; longer titles are truncated',
    sql: 'select id, left(title, 250), left(slug, 250), description from talks where id in (1, 4, 6, 7) order by id',
    rows: [
      ['1', 'One & All', 'one-amp-all', "It's 1 < 2 🎉"],
      ['4', 'Patch sixty-seven', 'patch-sixty-seven', 'Patch sixty-seven'],
      ['6', `x${'é'.repeat(127)}`, `x${'e'.repeat(127)}`, 'Cut at 255 bytes'],
      ['7', 'long '.repeat(50), 'long-'.repeat(50), 'Longer than Lectern keeps'],
    ],
  },
  {
    what: 'types and languages go by their titles; without any, a talk is a Talk in English',
    sql: `select t.id, y.kind, l.name, ${epoch('t.starts_at')}, t.duration_minutes from talks t
      join talk_types y on y.id = t.talk_type_id join languages l on l.id = t.language_id where t.id <> 8 order by t.id`,
    rows: [
      ['1', 'SOCIAL_EVENT', 'Deutsch', '1400010000', '45'],
      ['2', 'WORKSHOP', 'Japanese', '1400020000', '0'],
      ['3', 'TALK', 'English - UK', '1400030000', '0'],
      ['4', 'KEYNOTE', 'English - UK', '1400040000', '30'],
      ['6', 'EVENT_RELATED', 'English - UK', '1400060000', '30'],
      ['7', 'TALK', 'Deutsch', '1400070000', '30'],
      ['10', 'TALK', 'English - UK', '1400090000', '30'],
      ['11', 'TALK', 'English - UK', '1400090000', '30'],
      ['12', 'KEYNOTE', 'English - UK', '1400090000', '30'],
      ['14', 'TALK', 'English - UK', '1500000000', '30'],
      ['16', 'TALK', 'English - UK', '1400095000', '30'],
    ],
  },
  {
    what: 'talks of one title get different slugs, and existing ones are kept',
    sql: 'select id, slug from talks where id between 10 and 12 order by id',
    rows: [
      ['10', 'same-title-10'],
      ['11', 'same-title-11'],
      ['12', 'same-title'],
    ],
  },
  {
    what: 'stubs are kept, in lower case, and generated if missing',
    sql: "select id, case when id < 3 then stub else (stub ~ '^[0-9a-f]{5}$')::text end from talks where id in (1, 2, 3, 6) order by id",
    rows: [
      ['1', 'abc12'],
      ['2', 'def34'],
      ['3', 'true'],
      ['6', 'true'],
    ],
  },
  {
    what: 'talks are on tracks of their own event, once each',
    sql: 'select talk_id, track_id from talk_tracks where track_id <> 2 order by 1, 2',
    rows: [
      ['1', '1'],
      ['14', '6'],
    ],
  },
  {
    what: 'links are URLs of known kinds; slides come from the column if no link has them',
    sql: 'select talk_id, kind, url from talk_links order by 1, 2',
    rows: [
      ['1', 'CODE', 'https://code.example.org/'],
      ['1', 'EVENT_SITE', 'http://joind.example.org/'],
      ['1', 'SLIDES', 'https://slides.example.org/1'],
      ['2', 'SLIDES', 'https://slides.example.org/media'],
      ['2', 'VIDEO', 'https://video.example.org/?a=1&b=2'],
      ['4', 'VIDEO', 'https://zero.example.org/'],
    ],
  },
  {
    what: 'speakers have a name (i), and an account that exists, once on a talk',
    sql: 'select id, talk_id, display_name, user_id from talk_speakers order by id',
    rows: [
      ['1', '1', 'Sam', '3'],
      ['2', '1', 'Una & Claimed', null],
      ['3', '1', 'Zero', null],
      ['5', '2', "Sam O'Speaker", '3'],
      ['7', '2', 'Gone', null],
      ['8', '4', 'Twice', '3'],
      ['10', '4', 'Waiting', null],
      ['13', '6', 'Claims', null],
      ['14', '6', 'Assigned', null],
      ['15', '7', 'Finished', '3'],
      ['16', '7', 'Neither', null],
    ],
  },
  {
    what: 'claims are those that await confirmation',
    sql: `select id, talk_id, speaker_id, user_id, submitted_by_id, ${epoch('claimed_at')}, ${epoch('assigned_at')}
      from speaker_claims where id <> 5 and speaker_id <> 10 order by id`,
    rows: [
      ['1', '6', '13', '3', '3', '1400029323', null],
      ['2', '6', '14', '3', '2', null, '1400115723'],
      ['12', '1', '2', '2', null, null, '1400202123'],
    ],
  },
  {
    what: 'a pending speaker is a claim of its account, awaiting approval by a host',
    sql: `select talk_id, speaker_id, user_id, submitted_by_id, (claimed_at is not null)::int, (assigned_at is not null)::int
      from speaker_claims where speaker_id = 10`,
    rows: [['4', '10', '2', '2', '1', '0']],
  },
  {
    what: 'stars without a visible talk and a user are skipped (c)',
    sql: 'select talk_id, user_id from talk_stars order by 1, 2',
    rows: [
      ['1', '1'],
      ['1', '2'],
      ['14', '3'],
    ],
  },
];
