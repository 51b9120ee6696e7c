import type { SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import { beyond, checkCursor, orderBy, type Order } from './order.js';
import { idArray, placeholders, statement, type Parameters, type Run, type Source } from './statement.js';

/** What part of a list is wanted: by position (`offset`) or by place (`cursor`, the order's values of a known row). */
export interface PageRequest {
  readonly limit: number;
  readonly offset?: number;
  readonly cursor?: readonly string[];
  /** Read towards the start: the rows before the cursor, or the last ones. */
  readonly backwards?: boolean;
}

/** A part of a list. `offset` is null where only a cursor says where the page lies. */
export interface Page<Row> {
  readonly nodes: readonly Row[];
  readonly offset: number | null;
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
  /** The fields of a row, in the order in which the list runs: what its cursor is made of. */
  readonly cursorFields: readonly string[];
}

interface PageArguments {
  readonly limit: number;
  readonly offset: number;
  readonly cursor: readonly string[];
}
interface ParentArguments {
  readonly parents: readonly string[];
}

type Variant = 'forward' | 'after' | 'last' | 'before';
/** Some orders depend on the moment of the request, so an order is made when the statement is. */
type OrderOf<Arguments> = ($: Parameters<Arguments>) => Order;
type Build<Arguments, Tables, Table extends keyof Tables, Row> = (
  $: Parameters<Arguments>,
) => SelectQueryBuilder<Tables, Table, Row>;

function variantOf({ cursor, backwards }: PageRequest): Variant {
  if (backwards) return cursor ? 'before' : 'last';
  return cursor ? 'after' : 'forward';
}

/** The list's own statement, cut to one page. One row more than asked for tells whether there is a next page. */
function cut<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  order: Order,
  variant: Variant,
  $: Parameters<PageArguments>,
): SelectQueryBuilder<Tables, Table, Row> {
  const reversed = variant === 'last' || variant === 'before';
  let cutQuery = query.limit(sql<number>`${$.limit}::int + 1`);
  for (const term of orderBy(order, reversed)) cutQuery = cutQuery.orderBy(term);
  if (variant === 'forward') return cutQuery.offset(sql<number>`${$.offset}::bigint`);
  return variant === 'last' ? cutQuery : cutQuery.where(beyond(order, reversed, $));
}

function pageOf<Row>(rows: Row[], request: PageRequest, order: Order): Page<Row> {
  const cursorFields = order.map(({ field }) => field);
  const more = rows.length > request.limit;
  const nodes = more ? rows.slice(0, request.limit) : rows;
  if (request.backwards) {
    return {
      nodes: nodes.reverse(),
      offset: null,
      hasNext: request.cursor !== undefined,
      hasPrevious: more,
      cursorFields,
    };
  }
  const offset = request.cursor ? null : (request.offset ?? 0);
  return { nodes, offset, hasNext: more, hasPrevious: offset === null ? true : offset > 0, cursorFields };
}

const pageArguments = ({ limit, offset = 0, cursor = [] }: PageRequest): PageArguments => ({ limit, offset, cursor });

/** A list of its own: events, users, talks by title. */
export interface RootList<Arguments, Row> {
  page(run: Run, args: Arguments, request: PageRequest): Promise<Page<Row>>;
  count(run: Run, args: Arguments): Promise<number>;
}

/**
 * @param name of its statements; unique
 * @param build the list without order and limits
 */
export function rootList<Arguments, Tables, Table extends keyof Tables, Row>(
  name: string,
  order: OrderOf<Arguments>,
  build: Build<Arguments, Tables, Table, Row>,
): RootList<Arguments, Row> {
  const keys = order(placeholders());
  const pages = lazily((variant: Variant) =>
    statement<Arguments & PageArguments, Row>(`${name} ${variant}`, ($) => cut(build($), order($), variant, $)),
  );
  const counts = lazily((_: 'count') =>
    statement<Arguments, { count: number }>(`${name} count`, ($) => countOf(build($))),
  );
  return {
    async page(run, args, request) {
      if (request.cursor) checkCursor(keys, request.cursor);
      const rows = await run(pages(variantOf(request)), { ...args, ...pageArguments(request) });
      return pageOf(rows, request, keys);
    },
    async count(run, args) {
      const [row] = await run(counts('count'), args);
      return row?.count ?? 0;
    },
  };
}

/** A list that belongs to a record: one statement answers it for any number of parents. */
export interface ChildList<Arguments, Row> {
  pages(run: Run, args: Arguments, parents: readonly string[], request: PageRequest): Promise<Page<Row>[]>;
  counts(run: Run, args: Arguments, parents: readonly string[]): Promise<number[]>;
}

/**
 * @param name of its statements; unique
 * @param build the list of one parent, whose id the statement finds as `parents.parent`
 */
export function childList<Arguments, Tables, Table extends keyof Tables, Row>(
  name: string,
  order: OrderOf<Arguments>,
  build: Build<Arguments, Tables, Table, Row>,
): ChildList<Arguments, Row> {
  const keys = order(placeholders());
  const pages = lazily((variant: Variant) =>
    statement<Arguments & PageArguments & ParentArguments, Row & { parent: string }>(`${name} ${variant}`, ($) =>
      forEachParent($, cut(build($), order($), variant, $)),
    ),
  );
  const counts = lazily((_: 'count') =>
    statement<Arguments & ParentArguments, { count: number; parent: string }>(`${name} count`, ($) =>
      forEachParent($, countOf(build($))),
    ),
  );
  return {
    async pages(run, args, parents, request) {
      if (request.cursor) checkCursor(keys, request.cursor);
      const all = { ...args, ...pageArguments(request), parents };
      const rows = groupByParent(await run(pages(variantOf(request)), all));
      return parents.map((parent) => pageOf(rows.get(parent) ?? [], request, keys));
    },
    async counts(run, args, parents) {
      const rows = await run(counts('count'), { ...args, parents });
      const byParent = new Map(rows.map(({ parent, count }) => [parent, count]));
      return parents.map((parent) => byParent.get(parent) ?? 0);
    },
  };
}

function countOf<Tables, Table extends keyof Tables, Row>(query: SelectQueryBuilder<Tables, Table, Row>) {
  return query.clearSelect().select(sql<number>`count(*)::int`.as('count'));
}

function forEachParent<Tables, Table extends keyof Tables, Row>(
  $: Parameters<ParentArguments>,
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

/** Statements are compiled when a variant is first asked for, then kept. */
function lazily<Key, Thing>(make: (key: Key) => Thing): (key: Key) => Thing {
  const made = new Map<Key, Thing>();
  return (key) => {
    let thing = made.get(key);
    if (thing === undefined) made.set(key, (thing = make(key)));
    return thing;
  };
}
