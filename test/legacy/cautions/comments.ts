import { epoch } from '../comparisons/comparison.js';
import type { Outcome } from './outcome.js';

export const comments: readonly Outcome[] = [
  {
    what: 'comments on talks: ratings in range (d), no author for users 0, null and deleted ones (e), private and hidden ones unchanged',
    sql: `select id, user_id, rating, is_private::int, is_hidden::int, ${epoch('created_at')} - 1433160000 from talk_comments
      where talk_id = 1 and id not in (17, 18) order by id`,
    rows: [
      ['1', '1', '4', '0', '0', '0'],
      ['2', '2', '5', '0', '0', '284083200'],
      ['3', '1', '5', '0', '0', '1'],
      ['4', '5', '0', '0', '0', '2'],
      ['5', '6', '0', '0', '0', '3'],
      ['6', null, '3', '0', '0', '4'],
      ['7', null, '3', '0', '0', '5'],
      ['8', null, '2', '0', '0', '6'],
      ['9', '1', '1', '1', '0', '7'],
      ['10', '2', '1', '0', '1', '8'],
      ['11', '3', '5', '0', '0', '9'],
      ['12', '2', '4', '0', '0', '10'],
      ['13', '2', '4', '0', '0', '11'],
    ],
  },
  {
    what: 'a comment in an hour that its zone skips has its time in UTC',
    sql: `select ${epoch('created_at')} from talk_comments where id = 18`,
    rows: [['1427596200']],
  },
  {
    what: 'comments are verbatim, whenever they were written: the original never escaped them (a)',
    sql: `select comment, source from talk_comments where id in (1, 2) union all select comment, author_name from event_comments
      where id in (1, 6)`,
    rows: [
      ['Before: it&#39;s &#34;raw&#34;, R&amp;D &lt;3', 'web'],
      ['After: 1 &lt; 2 &amp;amp; it&#39;s', 'web2'],
      ['Before: it&#39;s R&amp;D', 'Ada'],
      ['Anonymous', 'Typed &amp; kept'],
    ],
  },
  {
    what: 'comments of deleted or inactive talks are skipped (c)',
    sql: 'select count(*) from talk_comments where talk_id <> 1',
    rows: [['0']],
  },
  {
    what: 'comments on events: ratings in range or none, no author for users 0, null and deleted ones',
    sql: `select id, user_id, rating, is_hidden::int, ${epoch('created_at')} - 1400000000 from event_comments where id not in (2, 13) order by id`,
    rows: [
      ['1', '1', '4', '0', '0'],
      ['3', '5', '5', '0', '1'],
      ['4', '6', '0', '0', '2'],
      ['5', '1', null, '0', '3'],
      ['6', null, '3', '0', '4'],
      ['7', null, '3', '0', '5'],
      ['8', null, '2', '0', '6'],
      ['9', '7', '1', '1', '7'],
      ['10', '2', '5', '0', '8'],
      ['11', '1', '0', '0', '9'],
    ],
  },
  {
    what: 'reports: approved is upheld, denied is rejected, everything else is undecided',
    sql: `select coalesce('event ' || event_comment_id, 'talk ' || talk_comment_id), reporter_id, decision, decided_by_id
      from comment_reports order by 1, 2, 3`,
    rows: [
      ['event 1', '3', 'REJECTED', '1'],
      ['event 1', null, null, null],
      ['event 9', '1', 'UPHELD', '2'],
      ['talk 10', '1', null, null],
      ['talk 10', '3', 'UPHELD', '1'],
      ['talk 12', '1', 'UPHELD', null],
      ['talk 12', '1', null, null],
      ['talk 12', '1', null, null],
      ['talk 12', '3', 'REJECTED', '2'],
      ['talk 12', null, 'REJECTED', null],
    ],
  },
  {
    what: 'reports have the times they had',
    sql: `select id is not null, ${epoch('created_at')} - 1435708800, ${epoch('decided_at')} - 1435795200 from comment_reports
      where talk_comment_id = 12 and reporter_id = 3 or event_comment_id = 9 order by 2`,
    rows: [
      ['t', '1', '0'],
      ['t', '3', '1'],
    ],
  },
];
