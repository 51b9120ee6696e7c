import { Migration } from '@mikro-orm/migrations';

/**
 * Once the policy of an event shows the names of authors again, `author_counts` of their comments follows the current roles
 * again. While the policy hid them, it stayed as it was (migration 20261219-counting-authors).
 *
 * The talks are locked, as by a change of speakers, so that both exclude each other.
 */
export class Migration20261223AuthorsShownAgain extends Migration {
  override up(): void {
    this.addSql(`
create function judge_authors_shown_again() returns trigger language plpgsql as $$
begin
  perform from talks where event_id = new.id order by id for no key update;
  ${kinds.map(judge).join('\n  ')}
  return null;
end $$;
create trigger judge_authors after update of feedback_names on events for each row
  when (old.feedback_names = 'HIDDEN' and new.feedback_names <> 'HIDDEN')
  execute function judge_authors_shown_again();`);
  }
}

const kinds = [
  { comments: 'talk_comments', roles: 'talk_speakers', key: 'talk_id' },
  { comments: 'event_comments', roles: 'event_hosts', key: 'event_id' },
] as const;

const judge = ({ comments, roles, key }: (typeof kinds)[number]): string =>
  `update ${comments} c set author_counts = not c.author_counts
    where c.event_id = new.id and not c.is_name_hidden
      and c.author_counts = (c.user_id is null
        or exists (select from ${roles} r where r.${key} = c.${key} and r.user_id = c.user_id));`;
