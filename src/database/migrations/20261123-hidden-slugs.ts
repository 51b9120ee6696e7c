import { Migration } from '@mikro-orm/migrations';

/**
 * Only public events reserve a slug: if hidden ones did, the suffix of a new event would disclose their names. A hidden
 * event yields its slug to the event that becomes public with it, and is addressed by its ID as a suffix from then on.
 */
export class Migration20261123HiddenSlugs extends Migration {
  override up(): void {
    this.addSql('create unique index events_public_slug_key on events (slug) where is_public;');
    this.addSql('create index events_slug_index on events (slug);');
    this.addSql('alter table events drop constraint events_slug_key;');
    this.addSql(`
create function yield_slug() returns trigger language plpgsql as $$
begin
  update events set slug = slug || '-' || id where slug = new.slug and not is_public;
  return null;
end $$;
create trigger yield_slug after insert on events for each row when (new.is_public) execute function yield_slug();
create trigger yield_slug_on_change after update of slug, status, is_private on events for each row
  when (new.is_public and (old.is_public, old.slug) is distinct from (true, new.slug)) execute function yield_slug();`);
  }
}
