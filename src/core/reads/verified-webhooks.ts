import { sql } from 'kysely';

/** Whether the receiver of the webhook `w` expects its messages. */
export const isVerified = sql<boolean>`w.verified_url is not distinct from w.url`;
