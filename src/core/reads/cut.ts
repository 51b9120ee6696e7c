import type { SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import { beyond, orderBy, type Order } from './order.js';
import type { Parameters } from '../../database/sql/statement.js';

/** Where a page lies: relative to the start or end of a list, or to a cursor. `deep` is a large offset. */
export type Variant = 'forward' | 'deep' | 'after' | 'last' | 'before';

export interface PageArguments {
  readonly limit: number;
  readonly offset: number;
  readonly cursor: readonly string[];
}

/** Limits a list's statement to one page, plus one row that reveals whether there is a next page. */
export function cut<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  order: Order,
  variant: Variant,
  $: Parameters<PageArguments>,
): SelectQueryBuilder<Tables, Table, Row> {
  const reversed = isReversed(variant);
  const cutQuery = inOrder(query, order, reversed).limit(sql<number>`${$.limit}::int + 1`);
  if (variant === 'forward' || variant === 'deep') return cutQuery.offset(sql<number>`${$.offset}::bigint`);
  return variant === 'last' ? cutQuery : cutQuery.where(beyond(order, reversed, $));
}

/**
 * Selects the rows of a page by a deferred join: a subquery finds their keys, mostly by an index-only scan. Skipped
 * rows are never fetched.
 *
 * @param parts the list, or the lists that make it up: each has its own limit, so that none is read further than needed
 * @param by the row's key in the subquery: its ID, unless another one is cheaper to look up
 */
export function located<Tables, Table extends keyof Tables, Row, Found>(
  rows: SelectQueryBuilder<Tables, Table, Row>,
  parts: readonly SelectQueryBuilder<Tables, Table, Found>[],
  order: Order,
  variant: Variant,
  $: Parameters<PageArguments>,
  by = order.at(-1)!.expression,
): SelectQueryBuilder<Tables, Table, Row> {
  const reversed = isReversed(variant);
  const keys = [...order.map(({ expression }, place) => expression.as(`key_${place}`)), by.as('found')];
  const named = order.map((one, place) => ({ ...one, expression: sql.ref(`key_${place}`) }));
  const fromStart = variant === 'forward' || variant === 'deep';
  const rest = fromStart ? sql<number>`${$.offset}::bigint` : sql<number>`0`;
  const cutParts = parts.map((part) => {
    const begun = fromStart || variant === 'last' ? part : part.where(beyond(order, reversed, $));
    const enough = sql<number>`${rest} + ${$.limit}::int + 1`;
    return sql`(${inOrder(begun, order, reversed).limit(enough).clearSelect().select(keys)})`;
  });
  const found = sql`select found from (${sql.join(cutParts, sql` union all `)}) as parts
    order by ${sql.join(orderBy(named, reversed))} limit ${$.limit}::int + 1 offset ${rest}`;
  return inOrder(rows.where(sql<boolean>`${by} = any(array(${found}))`), order, reversed);
}

const isReversed = (variant: Variant): boolean => variant === 'last' || variant === 'before';

function inOrder<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  order: Order,
  reversed: boolean,
): SelectQueryBuilder<Tables, Table, Row> {
  return orderBy(order, reversed).reduce((ordered, term) => ordered.orderBy(term), query);
}

/** How many rows the list has. */
export function countOf<Tables, Table extends keyof Tables, Row>(query: SelectQueryBuilder<Tables, Table, Row>) {
  return query.clearSelect().select(sql<number>`count(*)::int`.as('count'));
}
