import type { SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import { beyond, orderBy, type Order } from './order.js';
import type { Parameters } from './statement.js';

/** Which end of a list, or which side of a place in it. */
export type Variant = 'forward' | 'deep' | 'after' | 'last' | 'before';

export interface PageArguments {
  readonly limit: number;
  readonly offset: number;
  readonly cursor: readonly string[];
}

/** The list's own statement, cut to one page. One row more than asked for tells whether there is a next page. */
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
 * The rows of a page that are found elsewhere, mostly in an index alone: nothing else of what is passed over is read.
 *
 * @param parts the list, or lists of which it is made: each is cut by itself, and so read no further than need be
 * @param by what is found of a row: its id, unless something leads to it sooner
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
