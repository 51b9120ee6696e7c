import { sql } from 'kysely';
import { statement, type Parameters } from '../../database/sql/statement.js';

/** How much belongs to an event, and is lost with it. */
export interface EventContents {
  readonly talks: number;
  readonly tracks: number;
  /** Comments on the event and on its talks, also reported and private ones. */
  readonly comments: number;
  readonly stars: number;
  readonly attendees: number;
  /** Links of speakers to accounts, and claims that await approval. */
  readonly claims: number;
  readonly hosts: number;
}

const countIn = (table: string, $: Parameters<{ id: string }>, condition = sql`true`) =>
  sql`(select count(*)::int from ${sql.table(table)} r where r.event_id = ${$.id}::bigint and ${condition})`;

/** Separate conditions, because visible and reported comments have an index each. */
const commentsIn = (table: string, $: Parameters<{ id: string }>) =>
  sql`${countIn(table, $, sql`not r.is_hidden`)} + ${countIn(table, $, sql`r.is_hidden`)}`;

export const contentsOfEvent = statement(
  'contents of event',
  ($: Parameters<{ id: string }>) => sql<EventContents>`
    select ${countIn('talks', $)} as talks, ${countIn('tracks', $)} as tracks,
      ${commentsIn('event_comments', $)} + ${commentsIn('talk_comments', $)} as comments,
      ${countIn('talk_stars', $)} as stars, ${countIn('event_attendees', $)} as attendees,
      ${countIn('talk_speakers', $, sql`r.user_id is not null`)} + ${countIn('speaker_claims', $)} as claims,
      ${countIn('event_hosts', $)} as hosts`,
);
