import { Migration } from '@mikro-orm/migrations';

/** Tables whose rows belong to an event, with the column that references it. */
const ofEvents: Readonly<Record<string, string>> = {
  events: 'id',
  event_hosts: 'event_id',
  event_attendees: 'event_id',
  tracks: 'event_id',
  talks: 'event_id',
  talk_tracks: 'event_id',
  talk_speakers: 'event_id',
  speaker_claims: 'event_id',
  talk_links: 'event_id',
  talk_stars: 'event_id',
  event_comments: 'event_id',
  talk_comments: 'event_id',
  comment_reports: 'event_id',
};

/** 0: responses about events depend on these too, such as on names of users. -1: only other responses do. */
const ofEverybody: readonly { readonly table: string; readonly when: string; readonly as: 0 | -1 }[] = [
  // A login changes no visible column, so it must not invalidate cached responses.
  {
    table: 'users',
    when: 'update of id, username, full_name, email, biography, twitter_username, is_active, is_admin, is_trusted',
    as: 0,
  },
  { table: 'users', when: 'delete', as: 0 },
  { table: 'users', when: 'insert', as: -1 },
  { table: 'languages', when: 'insert or update or delete', as: 0 },
  { table: 'talk_types', when: 'insert or update or delete', as: 0 },
];

/** The rows that a statement touched, before and after it. */
const touched: Readonly<Record<string, { readonly referencing: string; readonly rows: (key: string) => string }>> = {
  insert: { referencing: 'new table as added', rows: (key) => `select ${key} from added` },
  delete: { referencing: 'old table as removed', rows: (key) => `select ${key} from removed` },
  update: {
    referencing: 'new table as added old table as removed',
    rows: (key) => `select ${key} from added union select ${key} from removed`,
  },
};

/**
 * Records which events each transaction has changed, so that processes can invalidate cached responses. Each
 * transaction only inserts rows of its own, so none blocks another. Triggers cover direct SQL too.
 */
export class Migration20261121Changes extends Migration {
  override up(): void {
    this.addSql(`
create table changes (
  event_id bigint not null,
  transaction_id xid8 not null default pg_current_xact_id(),
  primary key (event_id, transaction_id)
);
create index changes_transaction_index on changes (transaction_id);
create function note_change() returns trigger language plpgsql as $$
begin
  insert into changes (event_id) values (tg_argv[0]::bigint) on conflict do nothing;
  return null;
end $$;`);
    for (const [table, key] of Object.entries(ofEvents)) this.addSql(noteEvents(table, key));
    for (const [place, { table, when, as }] of ofEverybody.entries()) {
      this.addSql(`create trigger note_change_${place} after ${when} on ${table}
  for each statement execute function note_change('${as}');`);
    }
    for (const table of new Set([...Object.keys(ofEvents), ...ofEverybody.map((one) => one.table)])) {
      this.addSql(`create trigger note_truncate after truncate on ${table}
  for each statement execute function note_change('0');`);
    }
  }
}

function noteEvents(table: string, key: string): string {
  return Object.entries(touched)
    .map(
      ([direction, { referencing, rows }]) => `
create function note_${table}_${direction}() returns trigger language plpgsql as $$
begin
  insert into changes (event_id) select distinct t.${key} from (${rows(key)}) t on conflict do nothing;
  return null;
end $$;
create trigger note_${direction} after ${direction} on ${table} referencing ${referencing}
  for each statement execute function note_${table}_${direction}();`,
    )
    .join('\n');
}
