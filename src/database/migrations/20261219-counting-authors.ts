import { Migration } from '@mikro-orm/migrations';
import { countingAuthors } from './baseline/counters.js';
import { changes, directions, type Direction } from './baseline/transitions.js';

/**
 * Stores with each comment whether ratings of its author count (`author_counts`): not those of a speaker of the talk, a
 * host of the event, or a deleted account (contract §4.5). The value follows the author's roles while the name is shown.
 * While the comment or the policy of the event hides the name, it stays as it was: otherwise, a host who makes an attendee
 * a host for a moment would learn from the averages which comments that attendee has written.
 *
 * Triggers fill the column, for every version of the service.
 */
export class Migration20261219CountingAuthors extends Migration {
  override up(): void {
    for (const kind of kinds) {
      this.addSql(addColumn(kind));
      this.addSql(judgeAuthors(kind));
      for (const direction of directions) this.addSql(followRoles(kind, direction));
    }
    for (const ofAuthor of Object.values(countingAuthors)) this.addSql(countByColumn(ofAuthor));
  }
}

/** Comments on events and on talks. Ratings by the users in `roles` do not count. */
interface Kind {
  readonly comments: string;
  readonly roles: string;
  readonly parent: string;
  readonly key: string;
  /** Locks on the parent by which a comment and a change of roles exclude each other, as those of the counters do. */
  readonly lock: { readonly ofComment: string; readonly ofRoles: string };
}

const kinds: readonly Kind[] = [
  {
    ...{ comments: 'talk_comments', roles: 'talk_speakers', parent: 'talks', key: 'talk_id' },
    lock: { ofComment: 'key share', ofRoles: 'update' },
  },
  {
    ...{ comments: 'event_comments', roles: 'event_hosts', parent: 'events', key: 'event_id' },
    lock: { ofComment: 'no key update', ofRoles: 'no key update' },
  },
];

const hasRole = ({ roles, key }: Kind, comment: string) =>
  `exists (select from ${roles} r where r.${key} = ${comment}.${key} and r.user_id = ${comment}.user_id)`;

/** The counters agree with the new column already, so no trigger needs to run. */
const addColumn = (kind: Kind) => `
alter table ${kind.comments} add column author_counts boolean not null default true;
alter table ${kind.comments} disable trigger user;
update ${kind.comments} c set author_counts = false
  where not c.is_name_hidden and (c.user_id is null or ${hasRole(kind, 'c')});
alter table ${kind.comments} enable trigger user;`;

/** When a comment is written, and when its account is deleted. */
const judgeAuthors = (kind: Kind) => `
create function judge_author_of_${kind.comments}() returns trigger language plpgsql as $$
begin
  if new.is_name_hidden or tg_op = 'UPDATE'
    and exists (select from events e where e.id = new.event_id and e.feedback_names = 'HIDDEN') then
    return new;
  end if;
  if new.user_id is not null then
    perform from ${kind.parent} where id = new.${kind.key} for ${kind.lock.ofComment};
  end if;
  new.author_counts := new.user_id is not null and not ${hasRole(kind, 'new')};
  return new;
end $$;
create trigger judge_author before insert or update of user_id on ${kind.comments}
  for each row execute function judge_author_of_${kind.comments}();`;

/** The counters follow the column, so that nothing is recounted. */
function followRoles(kind: Kind, direction: Direction): string {
  const { comments, roles, parent, key, lock } = kind;
  const touched = `select distinct r.${key}, r.user_id from (${changes[direction]}) r where r.user_id is not null`;
  return `
create or replace function recount_${roles}_${direction}() returns trigger language plpgsql as $$
begin
  perform from ${parent} where id in (select ${key} from (${touched}) r) order by id for ${lock.ofRoles};
  update ${comments} c set author_counts = not c.author_counts from (${touched}) t, events e
    where c.${key} = t.${key} and c.user_id = t.user_id and e.id = c.event_id
      and not c.is_name_hidden and e.feedback_names <> 'HIDDEN' and c.author_counts = ${hasRole(kind, 'c')};
  return null;
end $$;`;
}

/** Changes the functions of the counters. */
const countByColumn = (ofAuthor: string): string => `
do $do$
declare
  definition text;
begin
  for definition in select pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f' and strpos(prosrc, $of$${ofAuthor}$of$) > 0
  loop
    execute replace(definition, $of$${ofAuthor}$of$, 'c.author_counts');
  end loop;
end $do$;`;
