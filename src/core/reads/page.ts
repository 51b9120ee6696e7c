import type { RawBuilder, SelectQueryBuilder } from 'kysely';
import {
  countOf,
  paginate,
  paginateByKey,
  paginateSegments,
  type PageArguments,
  type PageVariant,
} from './paginate.js';
import { memoize } from '../../config/memoize.js';
import { checkCursor, isSealed, type Order } from './order.js';
import { forEachParent, forOneParent, groupByParent, type ParentArgument, type ParentsArgument } from './parents.js';
import { placeholders, statement, type Parameters, type Run, type Source } from '../../database/sql/statement.js';
import type { PageSizeLimit } from '../../database/sql/prepared-query.js';

/** The requested part of a list: by `offset`, or by `cursor` (the sort key values of a row). */
export interface PageRequest {
  readonly limit: number;
  readonly offset?: number;
  readonly cursor?: readonly string[];
  /** Reads towards the start: the rows before the cursor, or the last rows. */
  readonly backwards?: boolean;
}

/** A page of a list. `offset` is null if it is unknown because a cursor located the page. */
export interface Page<Row> {
  readonly nodes: readonly Row[];
  readonly offset: number | null;
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
  /** Names of the row's fields that make up its cursor, in sort order. */
  readonly cursorFields: readonly string[];
  /** Whether its cursors must be sealed. */
  readonly isSealed: boolean;
}

/** Builds the order with the statement, because some orders depend on the time of the request. */
type OrderOf<Arguments> = ($: Parameters<Arguments>) => Order;
type Build<Arguments, Tables, Table extends keyof Tables, Row> = (
  $: Parameters<Arguments>,
) => SelectQueryBuilder<Tables, Table, Row>;

/** Fetch size of large pages, in rows: limits the rows sent beyond the page's size limit. */
const FETCH_SIZE = 250;

/** Size limit: 8 MiB, or 4 096 bytes per requested row if that is more. Only pages of very long texts end early. */
const sizeLimitOf = ({ limit }: PageRequest): PageSizeLimit => ({
  maxBytes: Math.max(8 * 2 ** 20, limit * 4_096),
  fetchSize: limit > FETCH_SIZE ? FETCH_SIZE : undefined,
  bytes: 0,
  isReached: false,
});

/**
 * Converts a result to a page. The result has one extra row if there are more, and is reversed if read backwards.
 *
 * @param isTruncated whether the page reached its size limit, so that rows are missing
 */
export function pageOf<Row>(rows: Row[], request: PageRequest, order: Order, isTruncated = false): Page<Row> {
  const cursor = { cursorFields: order.map(({ field }) => field), isSealed: isSealed(order) };
  const more = rows.length > request.limit || isTruncated;
  const nodes = rows.length > request.limit ? rows.slice(0, request.limit) : rows;
  if (request.backwards) {
    const hasNext = request.cursor !== undefined;
    return { nodes: nodes.reverse(), offset: null, hasNext, hasPrevious: more, ...cursor };
  }
  const offset = request.cursor ? null : (request.offset ?? 0);
  return { nodes, offset, hasNext: more, hasPrevious: offset === null ? true : offset > 0, ...cursor };
}

/** Above this offset, an index-only scan locates the page before rows are fetched. */
const MAX_SHALLOW_OFFSET = 1_000;

function variantOf({ cursor, backwards, offset = 0 }: PageRequest): PageVariant {
  if (backwards) return cursor ? 'before' : 'last';
  if (cursor) return 'after';
  return offset > MAX_SHALLOW_OFFSET ? 'deep' : 'forward';
}

const pageArguments = ({ limit, offset = 0, cursor = [] }: PageRequest): PageArguments => ({ limit, offset, cursor });

/** A top-level list, such as events, users or talks by title. */
export interface RootList<Arguments, Row> {
  page(run: Run, args: Arguments, request: PageRequest): Promise<Page<Row>>;
  count(run: Run, args: Arguments): Promise<number>;
}

/** How a list is found, if not by `build` alone. */
interface PageSource<Arguments, Tables, Table extends keyof Tables, Row> {
  /** The list from a cheaper source of its order and conditions, or the parts that make it up. */
  readonly find?: readonly Build<Arguments, Tables, Table, unknown>[];
  /** A table to which `find` refers: the list has what it finds for each of its rows, whose number counts depend on. */
  readonly each?: ($: Parameters<Arguments>) => RawBuilder<unknown>;
  /** Selects the columns of `build` from complete rows: the parts follow each other in the order of the list. */
  readonly rowsFrom?: (source: RawBuilder<unknown>) => SelectQueryBuilder<Tables, Table, Row>;
  /** Counts the list. Without it, the only part is counted, or `build`. */
  readonly count?: ($: Parameters<Arguments>) => Source<{ count: number }>;
  /** Whether the selectivity depends on the arguments, so that a generic plan is unsuitable. */
  readonly isSearch?: boolean;
}

/**
 * Creates a top-level list. Statements are compiled lazily, one per page variant.
 *
 * @param name prefix of its statement names; unique
 * @param build the list without order and limits; may omit the conditions if `find` and `count` have them
 */
export function rootList<Arguments, Tables, Table extends keyof Tables, Row>(
  name: string,
  order: OrderOf<Arguments>,
  build: Build<Arguments, Tables, Table, Row>,
  { find, each, rowsFrom, count, isSearch }: PageSource<Arguments, Tables, Table, Row> = {},
): RootList<Arguments, Row> {
  const keys = order(placeholders());
  const pages = memoize((variant: PageVariant) =>
    statement<Arguments & PageArguments, Row>(`${name} ${variant}`, ($) => pageBy(variant, $), isSearch),
  );
  function pageBy(variant: PageVariant, $: Parameters<Arguments & PageArguments>): Source<Row> {
    const parts = (find ?? (variant === 'deep' ? [build] : [])).map((part) => part($));
    if (parts.length === 0) return paginate(build($), order($), variant, $);
    if (rowsFrom && variant !== 'deep') return paginateSegments(rowsFrom, parts, order($), variant, $);
    return paginateByKey(build($), { parts, each: each?.($) }, order($), variant, $);
  }
  const countBy = count ?? (($: Parameters<Arguments>) => countOf((find?.length === 1 ? find[0]! : build)($)));
  const counts = memoize((_: 'count') =>
    statement<Arguments, { count: number }>(`${name} count`, countBy, isSearch || each !== undefined),
  );
  return {
    async page(run, args, request) {
      if (request.cursor) checkCursor(keys, request.cursor);
      const sizeLimit = sizeLimitOf(request);
      const rows = await run(pages(variantOf(request)), { ...args, ...pageArguments(request) }, sizeLimit);
      return pageOf(rows, request, keys, sizeLimit.isReached);
    },
    async count(run, args) {
      const [row] = await run(counts('count'), args);
      return row?.count ?? 0;
    },
  };
}

/**
 * A record's child list: one statement reads it for any number of parents. A single parent, the usual case, has a
 * simpler statement: PostgreSQL starts at the parent, and rows omit the parent's ID.
 */
export interface ChildList<Arguments, Row> {
  pages(run: Run, args: Arguments, parents: readonly string[], request: PageRequest): Promise<Page<Row>[]>;
  counts(run: Run, args: Arguments, parents: readonly string[]): Promise<number[]>;
}

/**
 * Creates a child list. Statements are compiled lazily, one per page variant.
 *
 * @param name prefix of its statement names; unique
 * @param build the list of one parent, whose ID is `parents.parent`
 */
export function childList<Arguments, Tables, Table extends keyof Tables, Row>(
  name: string,
  order: OrderOf<Arguments>,
  build: Build<Arguments, Tables, Table, Row>,
): ChildList<Arguments, Row> {
  const keys = order(placeholders());
  const pages = memoize((variant: PageVariant) =>
    statement<Arguments & PageArguments & ParentsArgument, Row & { parent: string }>(`${name} ${variant}`, ($) =>
      forEachParent($, paginate(build($), order($), variant, $)),
    ),
  );
  const pagesOfOne = memoize((variant: PageVariant) =>
    statement<Arguments & PageArguments & ParentArgument, Row>(`${name} ${variant}, of one`, ($) =>
      forOneParent($, paginate(build($), order($), variant, $)),
    ),
  );
  const counts = memoize((_: 'count') =>
    statement<Arguments & ParentsArgument, { count: number; parent: string }>(`${name} count`, ($) =>
      forEachParent($, countOf(build($))),
    ),
  );
  return {
    async pages(run, args, parents, request) {
      if (request.cursor) checkCursor(keys, request.cursor);
      const pageArgs = { ...args, ...pageArguments(request) };
      const [parent] = parents;
      if (parent !== undefined && parents.length === 1) {
        const sizeLimit = sizeLimitOf(request);
        const rows = await run(pagesOfOne(variantOf(request)), { ...pageArgs, parent }, sizeLimit);
        return [pageOf(rows, request, keys, sizeLimit.isReached)];
      }
      const rows = groupByParent(await run(pages(variantOf(request)), { ...pageArgs, parents }));
      return parents.map((parent) => pageOf(rows.get(parent) ?? [], request, keys));
    },
    async counts(run, args, parents) {
      const rows = await run(counts('count'), { ...args, parents });
      const byParent = new Map(rows.map(({ parent, count }) => [parent, count]));
      return parents.map((parent) => byParent.get(parent) ?? 0);
    },
  };
}
