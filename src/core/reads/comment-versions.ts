import { sql } from 'kysely';
import { dayZoneOfComment, isNameHidden, storedTime } from './feedback-policy.js';
import { anyId, statement, type Parameters } from '../../database/sql/statement.js';

/** An earlier text of a comment. */
export interface VersionRow {
  readonly parent: string;
  readonly text: string;
  readonly replacedAtSeconds: number;
  readonly timeZone: string;
  readonly dayIn: string | null;
}

/** Earlier texts of comments, oldest first. Times are rounded down to the day if the name is hidden. */
const versionsOf = (table: 'event_comments' | 'talk_comments', column: 'event_comment_id' | 'talk_comment_id') =>
  statement(
    `versions of ${table}`,
    ($: Parameters<{ keys: readonly string[] }>) => sql<VersionRow>`
      select c.id as parent, v.comment as text, e.time_zone as "timeZone",
        ${dayZoneOfComment(isNameHidden)} as "dayIn", date_part('epoch', ${storedTime(sql`v.replaced_at`)}) as "replacedAtSeconds"
      from comment_versions v
      join ${sql.table(table)} c on c.id = v.${sql.ref(column)}
      join events e on e.id = c.event_id
      where v.${sql.ref(column)} = ${anyId($.keys)} order by v.id`,
  );

export const versionsOfEventComments = versionsOf('event_comments', 'event_comment_id');
export const versionsOfTalkComments = versionsOf('talk_comments', 'talk_comment_id');
