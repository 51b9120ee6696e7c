import { Migration } from '@mikro-orm/migrations';

/** Columns that decide which lists contain an event or a talk, and where. */
const lists: readonly { readonly key: -2 | -3 | -4; readonly table: string; readonly columns: readonly string[] }[] = [
  {
    key: -2,
    table: 'events',
    columns: [
      'name',
      'stub',
      'tags',
      'starts_at',
      'ends_at',
      'status',
      'is_public',
      'cfp_starts_at',
      'cfp_ends_at',
      'cfp_closes_at',
    ],
  },
  { key: -3, table: 'events', columns: ['comment_count', 'attendee_count'] },
  { key: -4, table: 'talks', columns: ['title', 'starts_at', 'event_id'] },
];

/**
 * Records in `changes` when lists of events change (key -2), their ranking by popularity (-3) and lists of talks (-4),
 * so that a list is not invalidated by every change of any event.
 */
export class Migration20261124ListChanges extends Migration {
  override up(): void {
    for (const { key, table, columns } of lists) {
      this
        .addSql(`create trigger note_list_${-key} after insert or delete or update of ${columns.join(', ')} on ${table}
  for each statement execute function note_change('${key}');`);
    }
  }
}
