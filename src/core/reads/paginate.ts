import type { RawBuilder, SelectQueryBuilder } from 'kysely';
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
  const page = fromPosition(query, order, variant, $).limit(sql<number>`${$.limit}::int + 1`);
  return startsAtOffset(variant) ? page.offset(skipped(variant, $)) : page;
}

/** Where the keys of a page are found: `parts` that make up the list, for each row of `each` if it is set. */
export interface KeySource<Tables, Table extends keyof Tables, Found> {
  readonly parts: readonly SelectQueryBuilder<Tables, Table, Found>[];
  /** A table to which the parts refer. A row that they find for several of its rows belongs to the list once. */
  readonly each?: RawBuilder<unknown> | undefined;
}

/**
 * Selects the rows of a page by a deferred join: a subquery finds their IDs, mostly by an index-only scan. Skipped rows
 * are never fetched. Each part has its own limit, so that none is read further than needed.
 */
export function paginateByKey<Tables, Table extends keyof Tables, Row, Found>(
  rows: SelectQueryBuilder<Tables, Table, Row>,
  { parts, each }: KeySource<Tables, Table, Found>,
  order: Order,
  variant: PageVariant,
  $: Parameters<PageArguments>,
): SelectQueryBuilder<Tables, Table, Row> {
  const reversed = isReversed(variant);
  const id = order.at(-1)!.expression;
  const keys = [...order.map(({ expression }, index) => expression.as(`key_${index}`)), id.as('found')];
  const named = order.map((one, place) => ({ ...one, expression: sql.ref(`key_${place}`) }));
  const limitedParts = parts.map((part) => {
    const limited = fromPosition(part, order, variant, $).limit(
      sql<number>`${skipped(variant, $)} + ${$.limit}::int + 1`,
    );
    return sql`(${limited.clearSelect().select(keys)})`;
  });
  const united = sql`(${sql.join(limitedParts, sql` union all `)}) as parts`;
  const source = each ? sql`(select distinct parts.* from ${each} cross join lateral ${united}) as parts` : united;
  const found = sql`select found from ${source}
    order by ${sql.join(orderBy(named, reversed))} limit ${$.limit}::int + 1 offset ${skipped(variant, $)}`;
  return inOrder(rows.where(sql<boolean>`${id} = any(array(${found}))`), order, reversed);
}

/**
 * Selects the rows of a page from consecutive segments of a list, which have different indexes. A segment is read only
 * as far as the ones before it do not fill the page.
 *
 * @param rowsFrom selects the columns of a page from complete rows
 * @param segments in the order of the list: every row of a segment precedes all rows of the next
 */
export function paginateSegments<Tables, Table extends keyof Tables, Row, Found>(
  rowsFrom: (source: RawBuilder<unknown>) => SelectQueryBuilder<Tables, Table, Row>,
  segments: readonly SelectQueryBuilder<Tables, Table, Found>[],
  order: Order,
  variant: PageVariant,
  $: Parameters<PageArguments>,
): RawBuilder<Row> {
  const reversed = isReversed(variant);
  const names = segments.map((_, index) => sql.ref(`segment_${index}`));
  const read = (reversed ? segments.toReversed() : segments).map((segment, index) => {
    const taken = names.slice(0, index).map((name) => sql` - (select count(*) from ${name})`);
    const limit = sql<number>`${skipped(variant, $)} + ${$.limit}::int + 1${sql.join(taken, sql``)}`;
    const limited = fromPosition(segment, order, variant, $).limit(limit).clearSelect().selectAll();
    return sql`${names[index]} as materialized ${limited}`;
  });
  const united = sql`(${sql.join(
    names.map((name) => sql`select * from ${name}`),
    sql` union all `,
  )})`;
  const page = inOrder(rowsFrom(united), order, reversed)
    .limit(sql<number>`${$.limit}::int + 1`)
    .offset(skipped(variant, $));
  return sql<Row>`with ${sql.join(read)} ${page}`;
}

const startsAtOffset = (variant: PageVariant): boolean => variant === 'forward' || variant === 'deep';

/** The number of rows that precede the page from where it is read. */
const skipped = (variant: PageVariant, $: Parameters<PageArguments>) =>
  startsAtOffset(variant) ? sql<number>`${$.offset}::bigint` : sql<number>`0`;

/** The rows of a list from its start, its end, or the cursor. */
function fromPosition<Tables, Table extends keyof Tables, Row>(
  list: SelectQueryBuilder<Tables, Table, Row>,
  order: Order,
  variant: PageVariant,
  $: Parameters<PageArguments>,
): SelectQueryBuilder<Tables, Table, Row> {
  const reversed = isReversed(variant);
  const isRelative = !startsAtOffset(variant) && variant !== 'last';
  return inOrder(isRelative ? list.where(beyond(order, reversed, $)) : list, order, reversed);
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
