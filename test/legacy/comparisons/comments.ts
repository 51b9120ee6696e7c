import { epoch, utc, type Comparison } from './comparison.js';

export const comments: readonly Comparison[] = [
  {
    what: 'comments on talks, the private and the hidden ones among them',
    legacy: `select c.ID, t.event_id, c.talk_id, nullif(c.user_id, 0), c.rating, c.comment, c.source, c.private = 1,
      c.active <> 1, ${utc('c.created_at')} from talk_comments c join talks t on t.ID = c.talk_id`,
    lectern: `select id, event_id, talk_id, user_id, rating, comment, source, is_private::int,
      is_hidden::int, ${epoch('created_at')} from talk_comments`,
  },
  {
    what: 'comments on events',
    legacy: `select ID, event_id, nullif(user_id, 0), rating, comment, source, active <> 1, date_made from event_comments`,
    lectern: `select id, event_id, user_id, rating, comment, source, is_hidden::int, ${epoch('created_at')} from event_comments`,
  },
  {
    what: 'names that the authors of anonymous comments gave',
    legacy: "select ID, coalesce(cname, '') from event_comments where coalesce(user_id, 0) = 0",
    lectern: "select id, coalesce(author_name, '') from event_comments where user_id is null",
  },
];
