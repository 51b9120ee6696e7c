import { sql, type SelectQueryBuilder } from 'kysely';
import { idArray, type Parameters, type Source } from '../../database/sql/statement.js';

export interface ParentArgument {
  readonly parent: string;
}
export interface ParentsArgument {
  readonly parents: readonly string[];
}

/** The child list of one record, whose ID is `parents.parent`. */
export function forOneParent<Tables, Table extends keyof Tables, Row>(
  $: Parameters<ParentArgument>,
  list: SelectQueryBuilder<Tables, Table, Row>,
): Source<Row> {
  return sql<Row>`select page.* from (select ${$.parent}::bigint) as parents(parent) cross join lateral (${list}) as page`;
}

/** The child lists of several records; each row contains its parent's ID. */
export function forEachParent<Tables, Table extends keyof Tables, Row>(
  $: Parameters<ParentsArgument>,
  list: SelectQueryBuilder<Tables, Table, Row>,
): Source<Row & { parent: string }> {
  return sql<
    Row & { parent: string }
  >`select page.*, parents.parent from unnest(${idArray($.parents)}) as parents(parent)
    cross join lateral (${list}) as page`;
}

/** Groups rows by parent ID and preserves their order. */
export function groupByParent<Row extends { parent: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.parent);
    if (group) group.push(row);
    else groups.set(row.parent, [row]);
  }
  return groups;
}
