import type { Query } from './read-schedule.js';

/** Writes to one event with statements over many rows. */
export interface EventWriter {
  readonly eventId: string;
  readonly query: Query;
  /**
   * Runs one statement over rows, which it reads as the table `r`; `$1` is the ID of the event. Skipped without rows.
   *
   * @param columns names and types, such as `id bigint, name text`
   */
  readonly over: <Row>(text: string, columns: string, rows: readonly object[]) => Promise<Row[]>;
  /** Reserves IDs of a table, ascending, so that rows can refer to each other before they are inserted. */
  readonly reserveIds: (table: 'talks' | 'talk_speakers' | 'tracks', count: number) => Promise<string[]>;
}

export function eventWriter(query: Query, eventId: string): EventWriter {
  return {
    ...{ eventId, query },
    over: async <Row>(text: string, columns: string, rows: readonly object[]) =>
      rows.length === 0
        ? []
        : query<Row>(`with r as (select * from jsonb_to_recordset($2::jsonb) as r(${columns})) ${text}`, [
            eventId,
            JSON.stringify(rows),
          ]),
    reserveIds: async (table, count) => {
      if (count === 0) return [];
      // One row, and one look-up of the sequence: a large file needs thousands of IDs.
      const [row] = await query<{ ids: string[] }>(
        `select json_agg(nextval(sequence)::text) as ids
          from (select pg_get_serial_sequence($1, 'id')::regclass as sequence offset 0) as s, generate_series(1, $2::int)`,
        [table, count],
      );
      return row?.ids ?? [];
    },
  };
}
