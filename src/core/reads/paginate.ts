import type { SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import { beyond, orderBy, type Order } from './order.js';
import type { Parameters } from '../../database/sql/statement.js';

/** Where a page lies: relative to the start or end of a list, or to a cursor. `deep` is a large offset. */
export type PageVariant = 'forward' | 'deep' | 'after' | 'last' | 'before';

export interface PageArguments {
  readonly limit: number;
  readonly offset: number;
  readonly cursor: readonly string[];
}

/** Limits a list's statement to one page, plus one row that reveals whether there is a next page. */
export function paginate<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  order: Order,
  variant: PageVariant,
  $: Parameters<PageArguments>,
): SelectQueryBuilder<Tables, Table, Row> {
  const reversed = isReversed(variant);
  const page = inOrder(query, order, reversed).limit(sql<number>`${$.limit}::int + 1`);
  if (variant === 'forward' || variant === 'deep') return page.offset(sql<number>`${$.offset}::bigint`);
  return variant === 'last' ? page : page.where(beyond(order, reversed, $));
}

/**
 * Selects the rows of a page by a deferred join: a subquery finds their keys, mostly by an index-only scan. Skipped
 * rows are never fetched.
 *
 * @param parts the list, or the lists that make it up: each has its own limit, so that none is read further than needed
 * @param by the row's key in the subquery: its ID, unless another one is cheaper to look up
 */
export function paginateByKey<Tables, Table extends keyof Tables, Row, Found>(
  rows: SelectQueryBuilder<Tables, Table, Row>,
  parts: readonly SelectQueryBuilder<Tables, Table, Found>[],
  order: Order,
  variant: PageVariant,
  $: Parameters<PageArguments>,
  by = order.at(-1)!.expression,
): SelectQueryBuilder<Tables, Table, Row> {
  const reversed = isReversed(variant);
  const keys = [...order.map(({ expression }, index) => expression.as(`key_${index}`)), by.as('found')];
  const named = order.map((one, place) => ({ ...one, expression: sql.ref(`key_${place}`) }));
  const fromStart = variant === 'forward' || variant === 'deep';
  const rest = fromStart ? sql<number>`${$.offset}::bigint` : sql<number>`0`;
  const limitedParts = parts.map((part) => {
    const fromCursor = fromStart || variant === 'last' ? part : part.where(beyond(order, reversed, $));
    const partLimit = sql<number>`${rest} + ${$.limit}::int + 1`;
    return sql`(${inOrder(fromCursor, order, reversed).limit(partLimit).clearSelect().select(keys)})`;
  });
  const found = sql`select found from (${sql.join(limitedParts, sql` union all `)}) as parts
    order by ${sql.join(orderBy(named, reversed))} limit ${$.limit}::int + 1 offset ${rest}`;
  return inOrder(rows.where(sql<boolean>`${by} = any(array(${found}))`), order, reversed);
}

const isReversed = (variant: PageVariant): boolean => variant === 'last' || variant === 'before';

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
