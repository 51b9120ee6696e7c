import { csvFields } from './formats/csv.js';
import { problem, type ScheduleProblem } from './formats/problems.js';
import type { Query } from './read-schedule.js';

/** Fields of a talk with the headings of their CSV columns. */
export type ColumnMap = ReadonlyMap<string, string>;

const MAX_HEADING_LENGTH = 1_000;

/** Reads a map from JSON: the map, or the problem of a value that is none. */
export function columnMapOf(json: unknown): ColumnMap | ScheduleProblem {
  const isMap = typeof json === 'object' && json !== null && !Array.isArray(json);
  const invalid = (detail: string) => problem('COLUMNS_INVALID', { detail });
  if (!isMap) return invalid(String(json));
  const map = new Map<string, string>();
  for (const [field, heading] of Object.entries(json)) {
    if (!csvFields.includes(field)) return invalid(field);
    if (typeof heading !== 'string' || heading.trim() === '' || heading.length > MAX_HEADING_LENGTH)
      return invalid(field);
    map.set(field, heading.toWellFormed().replaceAll('\0', ''));
  }
  return map;
}

/** The map of the last import from a source; empty if it had none. */
export async function rememberedColumns(query: Query, eventId: string, source: string): Promise<ColumnMap> {
  const [row] = await query<{ columns: Readonly<Record<string, string>> }>(
    'select columns from schedule_columns where event_id = $1 and source = $2',
    [eventId, source],
  );
  return new Map(Object.entries(row?.columns ?? {}));
}

/** Stores the map of an import for the next one; an empty map deletes it. */
export async function rememberColumns(
  query: Query,
  eventId: string,
  source: string,
  columns: ColumnMap,
): Promise<void> {
  if (columns.size === 0) {
    await query('delete from schedule_columns where event_id = $1 and source = $2', [eventId, source]);
    return;
  }
  await query(
    `insert into schedule_columns (event_id, source, columns) values ($1, $2, $3)
      on conflict (event_id, source) do update set columns = excluded.columns`,
    [eventId, source, JSON.stringify(Object.fromEntries(columns))],
  );
}
