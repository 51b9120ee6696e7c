import { Migration } from '@mikro-orm/migrations';
import {
  changes,
  directions,
  ratedTalk,
  transitionTables,
  visibleTalkComment,
  type Direction,
} from './20261120-initial-counters.js';
import {
  addToTalks,
  addWhatWaited,
  counters,
  eachCounter,
  table,
  whatWaits,
  type Counter,
} from './20261122-waiting-counts-table.js';

/** Contribution of one row `c` to the counters of its talk; comments also count for the event. */
const counted: Readonly<Record<string, Readonly<Record<Counter, string>>>> = {
  talk_comments: {
    comment_count: `(${visibleTalkComment})::int`,
    rating_count: `(${ratedTalk})::int`,
    rating_sum: `case when ${ratedTalk} then c.rating else 0 end`,
    star_count: '0',
  },
  talk_stars: { comment_count: '0', rating_count: '0', rating_sum: '0', star_count: '1' },
};

/**
 * Prevents the audience of a keynote from queueing for the row lock of the talk. A transaction that finds the talk or
 * its event locked adds its counts to an unlocked row of `waiting_counts`, without waiting. The count of a talk or
 * event is its own counter plus the pending counts, which one statement reads in one snapshot.
 *
 * Changing the speakers, and so which ratings count, locks the talk exclusively; all other changes hold a shared lock
 * from the start, by their foreign key or explicitly. So exactly one of two concurrent transactions sees a new rating.
 */
export class Migration20261122WaitingCounts extends Migration {
  override up(): void {
    this.addSql(table);
    this.addSql(whatWaits);
    this.addSql(addToTalks);
    this.addSql(addWhatWaited);
    for (const source of Object.keys(counted)) {
      for (const direction of directions) this.addSql(countTrigger(source, direction));
    }
    this.addSql(holdTalk);
    for (const direction of directions) this.addSql(recountSpeakers(direction));
    this.addSql(sparedUpdates);
  }
}

/** An inserted row already locks its talk, by its foreign key. */
const lockTalks = (direction: Direction) =>
  direction === 'insert'
    ? ''
    : `perform from talks where id in (select talk_id from (${changes[direction]}) c) order by id for key share;`;

function countTrigger(source: string, direction: Direction): string {
  const name = `count_${source}_${direction}`;
  const former = source === 'talk_stars' ? ['talks'] : ['talks', 'events'];
  const sums = eachCounter((counter) => `sum(c.sign * (${counted[source]?.[counter]}))::int as ${counter}`);
  return `
${former.map((parent) => `drop function tally_${source}_${parent}_${direction} cascade;`).join('\n')}
create function ${name}() returns trigger language plpgsql as $$
declare
  changed waiting_counts[];
begin
  ${lockTalks(direction)}
  changed := array(select row(0, event_id, talk_id, ${counters.join(', ')})::waiting_counts
    from (select c.event_id, c.talk_id, ${sums} from (${changes[direction]}) c group by c.event_id, c.talk_id) d
    where (${counters.join(', ')}) <> (${counters.map(() => 0).join(', ')}) order by event_id, comment_count = 0, talk_id);
  if changed <> '{}' then perform add_to_talks(changed); end if;
  return null;
end $$;
create trigger ${name} after ${direction} on ${source} ${transitionTables[direction]}
  for each statement execute function ${name}();`;
}

/** Locks before the foreign key takes a shared lock: two transactions that both upgrade it would deadlock. */
const holdTalk = `
create function hold_talk() returns trigger language plpgsql as $$
begin
  perform from talks where id = new.talk_id for update;
  return new;
end $$;
create trigger hold_talk before insert or update of talk_id on talk_speakers
  for each row when (new.user_id is not null) execute function hold_talk();`;

function recountSpeakers(direction: Direction): string {
  const linked = `select distinct c.talk_id, c.user_id from (${changes[direction]}) c where c.user_id is not null`;
  const waits = (counter: Counter) =>
    `coalesce((select sum(w.${counter}) from waiting_counts w where w.talk_id = t.id), 0)`;
  return `
create or replace function recount_talk_speakers_${direction}() returns trigger language plpgsql as $$
begin
  perform from talks where id in (select talk_id from (${linked}) l) order by id for update;
  update talks t set rating_count = d.count - ${waits('rating_count')}, rating_sum = d.sum - ${waits('rating_sum')}
    from (select l.talk_id, count(c.id) as count, coalesce(sum(c.rating), 0) as sum
      from (select distinct l.talk_id from (${linked}) l join talk_comments m using (talk_id, user_id)) l
      left join talk_comments c on c.talk_id = l.talk_id and ${ratedTalk} group by l.talk_id) d
    where t.id = d.talk_id;
  return null;
end $$;`;
}

/**
 * Skips counter updates by triggers: the triggering statement has recorded the change already, and pending counts are
 * visible all along. Nor do such updates move a talk to another event, whose row they would have to wait for.
 */
const sparedUpdates = [
  { table: 'events', trigger: 'note_update', function: 'note_events_update' },
  { table: 'talks', trigger: 'note_update', function: 'note_talks_update' },
  { table: 'tracks', trigger: 'note_update', function: 'note_tracks_update' },
  { table: 'talks', trigger: 'tally_talks_events_update', function: 'tally_talks_events_update' },
]
  .map(
    (one) => `
drop trigger ${one.trigger} on ${one.table};
create trigger ${one.trigger} after update on ${one.table} ${transitionTables.update}
  for each statement when (pg_trigger_depth() = 0) execute function ${one.function}();`,
  )
  .join('\n');
