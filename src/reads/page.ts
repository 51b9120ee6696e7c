import type { RawBuilder, SelectQueryBuilder } from 'kysely';
import { countOf, cut, located, type PageArguments, type Variant } from './cut.js';
import { lazily } from './lazily.js';
import { checkCursor, type Order } from './order.js';
import { forEachParent, forOneParent, groupByParent, type ParentArgument, type ParentsArgument } from './parents.js';
import { placeholders, statement, type Parameters, type Run } from './statement.js';
import type { PageWeight } from './weighed-query.js';

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

/** Some orders depend on the moment of the request, so an order is made when the statement is. */
type OrderOf<Arguments> = ($: Parameters<Arguments>) => Order;
type Build<Arguments, Tables, Table extends keyof Tables, Row> = (
  $: Parameters<Arguments>,
) => SelectQueryBuilder<Tables, Table, Row>;

/** Rows of a long page that PostgreSQL sends before it is asked for more: what nobody will take is not sent. */
const AT_ONCE = 250;

/** What a page weighs at most: no page of usual texts comes near it, one of nothing but the longest ends early. */
const weightOf = ({ limit }: PageRequest): PageWeight => ({
  most: Math.max(8 * 2 ** 20, limit * 4_096),
  rowsAtOnce: limit > AT_ONCE ? AT_ONCE : undefined,
  taken: 0,
  isReached: false,
});

/**
 * Rows as a statement answers them: one more than asked for where there are more, read backwards in reversed order.
 *
 * @param isCut whether rows were left out for their weight
 */
export function pageOf<Row>(rows: Row[], request: PageRequest, order: Order, isCut = false): Page<Row> {
  const cursorFields = order.map(({ field }) => field);
  const more = rows.length > request.limit || isCut;
  const nodes = rows.length > request.limit ? rows.slice(0, request.limit) : rows;
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

/** What lies further in is found by an index alone before a row is read. */
const DEEP_OFFSET = 1_000;

function variantOf({ cursor, backwards, offset = 0 }: PageRequest): Variant {
  if (backwards) return cursor ? 'before' : 'last';
  if (cursor) return 'after';
  return offset > DEEP_OFFSET ? 'deep' : 'forward';
}

const pageArguments = ({ limit, offset = 0, cursor = [] }: PageRequest): PageArguments => ({ limit, offset, cursor });

/** A list of its own: events, users, talks by title. */
export interface RootList<Arguments, Row> {
  page(run: Run, args: Arguments, request: PageRequest): Promise<Page<Row>>;
  count(run: Run, args: Arguments): Promise<number>;
}

interface Finding<Arguments, Tables, Table extends keyof Tables> {
  readonly find?: readonly Build<Arguments, Tables, Table, unknown>[];
  readonly by?: RawBuilder<unknown>;
  readonly isSearch?: boolean;
}

/**
 * @param name of its statements; unique
 * @param build the list without order and limits
 * @param find the same list where its order and its conditions are cheaper to come by, maybe in parts; when it is one,
 *   `build` has no conditions
 * @param by what `find` tells of a row, where that is not its id
 * @param isSearch whether how much there is to find depends on what is looked for
 */
export function rootList<Arguments, Tables, Table extends keyof Tables, Row>(
  name: string,
  order: OrderOf<Arguments>,
  build: Build<Arguments, Tables, Table, Row>,
  { find, by, isSearch }: Finding<Arguments, Tables, Table> = {},
): RootList<Arguments, Row> {
  const keys = order(placeholders());
  const pages = lazily((variant: Variant) =>
    statement<Arguments & PageArguments, Row>(`${name} ${variant}`, pageBy(variant), isSearch),
  );
  const pageBy = (variant: Variant) => ($: Parameters<Arguments & PageArguments>) => {
    const parts = find ?? (variant === 'deep' ? [build] : []);
    if (parts.length === 0) return cut(build($), order($), variant, $);
    const lists = parts.map((part) => part($));
    // Far in, what is passed over is many rows: their ids are in an index, where they lie is not.
    return located(build($), lists, order($), variant, $, variant === 'deep' ? undefined : by);
  };
  const counts = lazily((_: 'count') =>
    statement<Arguments, { count: number }>(
      `${name} count`,
      ($) => countOf((find?.length === 1 ? find[0]! : build)($)),
      isSearch,
    ),
  );
  return {
    async page(run, args, request) {
      if (request.cursor) checkCursor(keys, request.cursor);
      const weight = weightOf(request);
      const rows = await run(pages(variantOf(request)), { ...args, ...pageArguments(request) }, weight);
      return pageOf(rows, request, keys, weight.isReached);
    },
    async count(run, args) {
      const [row] = await run(counts('count'), args);
      return row?.count ?? 0;
    },
  };
}

/**
 * A list that belongs to a record: one statement answers it for any number of parents. For a single parent, which is what
 * most pages have, there is a simpler one: PostgreSQL then reads from the record down, and no row need say whose it is.
 */
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
    statement<Arguments & PageArguments & ParentsArgument, Row & { parent: string }>(`${name} ${variant}`, ($) =>
      forEachParent($, cut(build($), order($), variant, $)),
    ),
  );
  const pagesOfOne = lazily((variant: Variant) =>
    statement<Arguments & PageArguments & ParentArgument, Row>(`${name} ${variant}, of one`, ($) =>
      forOneParent($, cut(build($), order($), variant, $)),
    ),
  );
  const counts = lazily((_: 'count') =>
    statement<Arguments & ParentsArgument, { count: number; parent: string }>(`${name} count`, ($) =>
      forEachParent($, countOf(build($))),
    ),
  );
  return {
    async pages(run, args, parents, request) {
      if (request.cursor) checkCursor(keys, request.cursor);
      const wanted = { ...args, ...pageArguments(request) };
      const [parent] = parents;
      if (parent !== undefined && parents.length === 1) {
        const weight = weightOf(request);
        const rows = await run(pagesOfOne(variantOf(request)), { ...wanted, parent }, weight);
        return [pageOf(rows, request, keys, weight.isReached)];
      }
      const rows = groupByParent(await run(pages(variantOf(request)), { ...wanted, parents }));
      return parents.map((parent) => pageOf(rows.get(parent) ?? [], request, keys));
    },
    async counts(run, args, parents) {
      const rows = await run(counts('count'), { ...args, parents });
      const byParent = new Map(rows.map(({ parent, count }) => [parent, count]));
      return parents.map((parent) => byParent.get(parent) ?? 0);
    },
  };
}
