import { sql, type SelectQueryBuilder } from 'kysely';
import { idArray, type Parameters, type Source } from './statement.js';

export interface ParentArgument {
  readonly parent: string;
}
export interface ParentsArgument {
  readonly parents: readonly string[];
}

/** The list of one record, which the list names as `parents.parent`. */
export function forOneParent<Tables, Table extends keyof Tables, Row>(
  $: Parameters<ParentArgument>,
  list: SelectQueryBuilder<Tables, Table, Row>,
): Source<Row> {
  return sql<Row>`select page.* from (select ${$.parent}::bigint) as parents(parent) cross join lateral (${list}) as page`;
}

/** The lists of several records, one after the other; each row says whose it is. */
export function forEachParent<Tables, Table extends keyof Tables, Row>(
  $: Parameters<ParentsArgument>,
  list: SelectQueryBuilder<Tables, Table, Row>,
): Source<Row & { parent: string }> {
  return sql<
    Row & { parent: string }
  >`select page.*, parents.parent from unnest(${idArray($.parents)}) as parents(parent)
    cross join lateral (${list}) as page`;
}

/** Rows that carry the id of the record to which they belong, gathered under it in their order. */
export function groupByParent<Row extends { parent: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.parent);
    if (group) group.push(row);
    else groups.set(row.parent, [row]);
  }
  return groups;
}
