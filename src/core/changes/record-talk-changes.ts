import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';

/** The talks of an event that a write may change: all of them if `talkIds` is null. */
interface Talks {
  readonly eventId: string;
  readonly talkIds: readonly string[] | null;
}

/** What the event log contains of a talk. No descriptions and no names of people: erasure does not affect it. */
const logged = sql`jsonb_build_object('title', t.title,
  'startsAt', to_char(t.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
  'durationMinutes', t.duration_minutes, 'room', t.room,
  'trackIds', coalesce((select jsonb_agg(tt.track_id::text order by tt.track_id) from talk_tracks tt
    where tt.talk_id = t.id), '[]'))`;

const states = ($: Parameters<Talks>) => sql`
  select t.id, t.changed_at::text as changed_at, ${logged} as state from talks t
  where t.event_id = ${$.eventId}::bigint and (${$.talkIds}::bigint[] is null or t.id = any(${$.talkIds}::bigint[]))`;

const statesOfTalks = statement(
  'states of talks before a write',
  ($: Parameters<Talks>) => sql<{ states: string }>`
    select coalesce(json_agg(s), '[]')::text as states from (${states($)}) s`,
);

/**
 * `changed_at` covers everything that a schedule shows (migrations/baseline/schedules.ts). It stays the same if a transaction
 * that began later has committed first: such a write counts as a change.
 */
const insertChanges = statement(
  'record changes of talks',
  ($: Parameters<Talks & { readonly before: string }>) => sql<object>`
    insert into event_log (event_id, kind, record_id, talk_id, before, after)
    select ${$.eventId}::bigint,
      case when b.id is null then 'talk.created' when a.id is null then 'talk.deleted'
        when (a.state->'startsAt', a.state->'durationMinutes', a.state->'room')
          is distinct from (b.state->'startsAt', b.state->'durationMinutes', b.state->'room') then 'talk.moved'
        else 'talk.changed' end,
      coalesce(a.id, b.id), coalesce(a.id, b.id),
      case when a.state is distinct from b.state then b.state end,
      case when a.state is distinct from b.state then a.state end
    from jsonb_to_recordset(${$.before}::jsonb) as b (id bigint, changed_at text, state jsonb)
      full join (${states($)}) a using (id)
    where b.id is null or a.id is null or (a.changed_at, a.state) is distinct from (b.changed_at, b.state)
      or b.changed_at::timestamptz > now()
    order by coalesce(a.id, b.id)`,
);

/**
 * Runs the work, and records in the event log how it has changed talks. Unchanged talks are not recorded.
 *
 * @param run in the transaction of the work, after it has locked the event or the talks
 */
export async function recordTalkChanges<Value>(run: Run, talks: Talks, work: () => Promise<Value>): Promise<Value> {
  const [{ states: before } = { states: '[]' }] = await run(statesOfTalks, talks);
  const value = await work();
  await run(insertChanges, { ...talks, before });
  return value;
}

/** Records new talks, which have no earlier state. */
export const recordNewTalks = async (run: Run, talks: Talks): Promise<void> =>
  void (await run(insertChanges, { ...talks, before: '[]' }));
