import { sql, type RawBuilder } from 'kysely';
import { anyId, epoch, statement, type Parameters, type RowOfStatement } from '../../database/sql/statement.js';
import { childList } from './page.js';
import { oldestFirst, publicCommentsOfTalk } from './talk-comments.js';
import type { ViewerArgument } from './visibility.js';

/** Feedback that a speaker shares by a secret URL. */
interface ShareRow {
  readonly id: string;
  readonly talkId: string;
  readonly includesRatings: boolean;
  readonly createdAtSeconds: number;
  readonly expiresAtSeconds: number | null;
}

const shareColumns = sql`h.id, h.talk_id as "talkId", h.includes_ratings as "includesRatings",
  ${epoch('h.created_at')} as "createdAtSeconds", ${epoch('h.expires_at')} as "expiresAtSeconds"`;

/** A share is valid until it expires, and while its creator is an active speaker of the talk. */
const isValid = ($: Parameters<ViewerArgument>): RawBuilder<boolean> => sql<boolean>`
  (h.expires_at is null or h.expires_at > to_timestamp(${$.now}::float8))
  and exists (select from talk_speakers s join users u on u.id = s.user_id and u.is_active
    where s.talk_id = h.talk_id and s.user_id = h.user_id)`;

/** The share of a secret, given its SHA-256 in hex, if its event is public. */
export const shareBySecret = statement(
  'share by secret',
  ($: Parameters<{ secretHash: string } & ViewerArgument>) => sql<ShareRow>`
    select ${shareColumns} from shared_feedback h join events e on e.id = h.event_id and e.is_public
    where h.secret_hash = ${$.secretHash} and ${isValid($)}`,
);

export const ownSharesById = statement(
  'own shares by id',
  ($: Parameters<{ keys: readonly string[] } & ViewerArgument>) => sql<ShareRow>`
    select ${shareColumns} from shared_feedback h
    where h.id = ${anyId($.keys)} and h.user_id = ${$.viewer}::bigint and ${isValid($)}`,
);

/** The viewer's shares of talks, oldest first. */
export const ownSharesOfTalks = statement(
  'own shares of talks',
  ($: Parameters<{ keys: readonly string[] } & ViewerArgument>) => sql<ShareRow & { parent: string }>`
    select ${shareColumns}, h.talk_id as parent from shared_feedback h
    where h.talk_id = ${anyId($.keys)} and h.user_id = ${$.viewer}::bigint and ${isValid($)} order by h.id`,
);

export type SharedFeedbackRow = RowOfStatement<typeof shareBySecret>;

/** The comments of a share: only those that anonymous callers see, for every viewer. */
export const commentsOfShare = childList('comments of share', oldestFirst, ($: Parameters<ViewerArgument>) =>
  publicCommentsOfTalk($, sql`(select h.talk_id from shared_feedback h where h.id = parents.parent)`).where(
    sql<boolean>`exists (select from shared_feedback h where h.id = parents.parent
      and (h.comment_ids is null or c.id = any(h.comment_ids)))`,
  ),
);
