import { sql, type RawBuilder } from 'kysely';
import { anyId, epoch, statement, type Parameters, type Run } from '../../database/sql/statement.js';
import { isoInZone, isoOfStored } from '../date/zoned.js';
import { shownDay } from '../reads/shown-day.js';
import { authorColumns } from '../reads/feedback-policy.js';
import type { ViewerArgument } from '../reads/visibility.js';

/** One comment of an export (docs/feedback.md, Export). Times are ISO 8601 in the time zone of the event. */
export interface FeedbackRow {
  readonly talk_id: string | null;
  readonly talk_guid: string | null;
  readonly talk_title: string | null;
  readonly starts_at: string | null;
  readonly tracks: readonly string[];
  readonly speakers: readonly string[];
  readonly comment_id: string;
  readonly kind: 'talk_comment' | 'event_comment';
  readonly created_at: string;
  readonly edited_at: string | null;
  readonly rating: number | null;
  /** Whether the rating is included in averages. */
  readonly counts: boolean;
  readonly is_private: boolean;
  readonly is_reported: boolean;
  readonly author: string | null;
  readonly source: string | null;
  readonly text: string;
}

/** The comments to export: all of an event with its talks, or the visible ones of a talk. */
export type FeedbackOf = { readonly event: string } | { readonly talk: string };

const BATCH_SIZE = 100;

interface CommentRow {
  readonly id: string;
  readonly talkId: string | null;
  /** Position in the list: `created_at`, exact. */
  readonly place: string;
  readonly postedAtSeconds: number;
  readonly editedAtSeconds: number | null;
  readonly dayIn: string | null;
  readonly timeZone: string;
  readonly rating: number | null;
  readonly counts: boolean;
  readonly isPrivate: boolean;
  readonly author: string | null;
  readonly source: string | null;
  readonly text: string;
}

interface BatchArguments extends ViewerArgument {
  readonly parent: string;
  /** Position of the last comment read. */
  readonly place: string;
  readonly id: string;
}

type Kind = FeedbackRow['kind'];

/** What differs between comments on events and on talks. */
const kinds = {
  event_comment: {
    talkId: sql<string | null>`null::bigint`,
    isPrivate: sql<boolean>`false`,
  },
  talk_comment: {
    talkId: sql<string | null>`c.talk_id`,
    isPrivate: sql<boolean>`c.is_private`,
  },
} as const satisfies Record<Kind, Record<string, RawBuilder<unknown>>>;

/**
 * A batch of comments, oldest first. Hidden authors stay hidden from every viewer, because files are passed on: the
 * columns are those that anonymous callers see.
 *
 * The sub-select hides the limit from the planner. Otherwise, if events have fewer comments on average, it sorts all
 * comments of a large one for each batch.
 *
 * @param isReported whether to read the comments that a report hides, or all others: each has its own index
 */
function batchOf(kind: Kind, parent: 'event_id' | 'talk_id', isReported: boolean) {
  const { talkId, isPrivate } = kinds[kind];
  return statement(`export ${kind} by ${parent}, ${isReported}`, ($: Parameters<BatchArguments>) => {
    const [userId, source, , postedAt, editedAt, dayIn] = authorColumns(`${kind}_id`, 'public', $);
    return sql<CommentRow>`
      select c.id, ${talkId} as "talkId", c.created_at::text as place, ${postedAt}, ${editedAt}, ${dayIn},
        e.time_zone as "timeZone", c.rating, c.comment as text, ${source}, ${isPrivate} as "isPrivate",
        coalesce(c.rating > 0 and not c.is_hidden and not ${isPrivate} and c.author_counts, false) as counts,
        (select coalesce(nullif(u.full_name, ''), u.username) from users u
          where u.id = ${userId.expression} and u.is_active) as author
      from ${sql.table(`${kind}s`)} c join events e on e.id = c.event_id
      where c.${sql.ref(parent)} = ${$.parent}::bigint and ${isReported ? sql`c.is_hidden` : sql`not c.is_hidden`}
        and (c.created_at, c.id) > (${$.place}::timestamptz, ${$.id}::bigint)
      order by c.created_at, c.id limit (select ${sql.lit(BATCH_SIZE)})`;
  });
}

const parts = {
  event: [
    { kind: 'talk_comment', isReported: false, batch: batchOf('talk_comment', 'event_id', false) },
    { kind: 'talk_comment', isReported: true, batch: batchOf('talk_comment', 'event_id', true) },
    { kind: 'event_comment', isReported: false, batch: batchOf('event_comment', 'event_id', false) },
    { kind: 'event_comment', isReported: true, batch: batchOf('event_comment', 'event_id', true) },
  ],
  talk: [{ kind: 'talk_comment', isReported: false, batch: batchOf('talk_comment', 'talk_id', false) }],
} as const;

/**
 * Reads the comments in batches by keyset pagination: memory is bounded by one batch, and a slow reader holds no
 * connection. Comments that are added during the export may or may not be included.
 *
 * @param now seconds since 1970
 */
export async function* feedbackRows(run: Run, of: FeedbackOf, now: number): AsyncGenerator<FeedbackRow[]> {
  const parent = 'event' in of ? of.event : of.talk;
  for (const { kind, isReported, batch } of parts['event' in of ? 'event' : 'talk']) {
    let [place, id] = ['-infinity', '0'];
    for (;;) {
      const rows: CommentRow[] = await run(batch, { parent, place, id, viewer: null, now });
      if (rows.length > 0) yield await withTalks(run, rows, { kind, isReported });
      const last = rows.at(-1);
      if (!last || rows.length < BATCH_SIZE) break;
      [place, id] = [last.place, last.id];
    }
  }
}

interface TalkFacts {
  readonly id: string;
  readonly guid: string;
  readonly title: string;
  readonly startsAt: number;
  readonly startsLocal: number | null;
  readonly tracks: readonly string[];
  readonly speakers: readonly string[];
}

const factsOfTalks = statement(
  'facts of exported talks',
  ($: Parameters<{ keys: readonly string[] }>) => sql<TalkFacts>`
    select t.id, t.guid, t.title, ${epoch('t.starts_at')} as "startsAt",
      ${epoch('t.starts_local')} as "startsLocal",
      array(select k.name from talk_tracks tt join tracks k on k.id = tt.track_id
        where tt.talk_id = t.id order by k.name, k.id) as tracks,
      array(select coalesce(u.full_name, s.display_name) from talk_speakers s
        left join users u on u.id = s.user_id and u.is_active where s.talk_id = t.id order by s.id) as speakers
    from talks t where t.id = ${anyId($.keys)}`,
);

async function withTalks(
  run: Run,
  rows: readonly CommentRow[],
  { kind, isReported }: { readonly kind: Kind; readonly isReported: boolean },
): Promise<FeedbackRow[]> {
  const ids = [...new Set(rows.flatMap(({ talkId }) => talkId ?? []))];
  const facts = ids.length === 0 ? [] : await run(factsOfTalks, { keys: ids });
  const talks = new Map(facts.map((talk) => [talk.id, talk]));
  return rows.map((row) => {
    const talk = talks.get(row.talkId ?? '');
    const { timeZone, editedAtSeconds, dayIn } = row;
    return {
      talk_id: row.talkId,
      talk_guid: talk?.guid ?? null,
      talk_title: talk?.title ?? null,
      starts_at: talk ? isoOfStored(talk.startsAt, talk.startsLocal, timeZone) : null,
      tracks: talk?.tracks ?? [],
      speakers: talk?.speakers ?? [],
      comment_id: row.id,
      kind,
      created_at: isoInZone(shownDay(row.postedAtSeconds, dayIn), timeZone),
      edited_at: editedAtSeconds === null ? null : isoInZone(shownDay(editedAtSeconds, dayIn), timeZone),
      rating: row.rating,
      counts: row.counts,
      is_private: row.isPrivate,
      is_reported: isReported,
      author: row.author,
      source: row.source,
      text: row.text,
    };
  });
}
