import type { Pool } from 'pg';
import { isoInZone } from '../../../src/core/date/zoned.js';
import { pageMeta, text } from './json-text.js';

interface CommentRow {
  readonly id: string;
  readonly rating: number;
  readonly comment: string;
  readonly created: number;
  readonly user_id: string | null;
  readonly username: string | null;
  readonly full_name: string | null;
}

interface TalkRow {
  readonly title: string;
  readonly time_zone: string;
  readonly total: number;
}

const COUNTED = `(select count(*)::int from talk_comments m
  where m.talk_id = t.id and not m.is_hidden and not m.is_private)`;
const talkText = (total: string) => `select t.title, e.time_zone, ${total} as total
  from talks t join events e on e.id = t.event_id where t.id = $1 and e.is_public`;
const COMMENTS = {
  name: 'comments',
  text: `select c.id, c.rating, c.comment, date_part('epoch', c.created_at) as created, u.id as user_id, u.username,
      u.full_name
    from talk_comments c left join users u on u.id = c.user_id and u.is_active
    where c.talk_id = $1 and not c.is_hidden and not c.is_private order by c.created_at, c.id limit $2`,
};

/** Returns the first page of a talk's comments; null if the talk is not public. */
export function createCommentPages(
  pool: Pool,
  origin: string,
  counted: boolean,
): (talkId: string, size: number) => Promise<string | null> {
  const talkOf = { name: 'talk', text: talkText(counted ? COUNTED : 't.comment_count') };
  return async (talkId, size) => {
    const [{ rows: talks }, { rows: comments }] = await Promise.all([
      pool.query<TalkRow>({ ...talkOf, values: [talkId] }),
      pool.query<CommentRow>({ ...COMMENTS, values: [talkId, size] }),
    ]);
    const talk = talks[0];
    if (!talk) return null;
    const uri = `${origin}/v2.1/talks/${talkId}`;
    const title = text(talk.title);
    let records = '';
    for (const comment of comments) {
      records += (records && ',') + commentText(comment, { uri, title, zone: talk.time_zone }, origin);
    }
    return `{"comments":[${records}],"meta":${pageMeta(`${uri}/comments`, comments.length, talk.total, 0, size)}}`;
  };
}

function commentText(
  { id, rating, comment, created, user_id, username, full_name }: CommentRow,
  { uri: talkUri, title, zone }: { uri: string; title: string; zone: string },
  origin: string,
): string {
  const uri = `${origin}/v2.1/talk_comments/${id}`;
  const user = user_id === null ? '' : `,"user_uri":"${origin}/v2.1/users/${user_id}"`;
  return (
    `{"rating":${rating},"comment":${text(comment)},"user_display_name":${text(full_name ?? '')},` +
    `"username":${username === null ? 'null' : text(username)},"talk_title":${title},` +
    `"created_date":"${isoInZone(created, zone)}","uri":"${uri}","verbose_uri":"${uri}?verbose=yes",` +
    `"talk_uri":"${talkUri}","talk_comments_uri":"${talkUri}/comments","reported_uri":"${uri}/reported"${user}}`
  );
}
