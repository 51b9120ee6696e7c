import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../src/core/context.js';
import { domainError } from '../src/core/errors.js';
import { childConnection, listOfParent, type Connection } from '../src/core/reads/connection.js';
import type { PageRequest } from '../src/core/reads/page.js';
import { decodeCursor, encodeCursor } from './cursors.js';
import { field, isDeclared, nullable, type FieldRow, type FieldRows, type InputOf } from './fields.js';
import { computed, objectType } from './object-type.js';
import { paced } from './pacing.js';
import { selects } from './selection.js';

const DEFAULT_PAGE_SIZE = 20;
const SIZES = `Default ${DEFAULT_PAGE_SIZE}, at most 100.`;

/** Paging arguments of a list: by cursor (`first`/`after`, `last`/`before`) or by offset (`offset`/`limit`). */
export const pageArgs = {
  first: nullable.int(`Number of records to return from the start of the list, or after \`after\`. ${SIZES}`),
  after: nullable.string('Return records after this cursor.'),
  last: nullable.int(`Number of records to return from the end of the list, or before \`before\`. ${SIZES}`),
  before: nullable.string('Return records before this cursor.'),
  offset: nullable.int('Number of records to skip. Cannot be combined with cursor arguments.'),
  limit: nullable.int(`Number of records to return from \`offset\`. ${SIZES}`),
};

export type PageArgs = InputOf<typeof pageArgs>;

/** The requested page size. */
export function pageSize({ first, last, limit }: PageArgs): number {
  return first ?? last ?? limit ?? DEFAULT_PAGE_SIZE;
}

/**
 * Validates and parses the paging arguments.
 *
 * @param services with the key of sealed cursors, if the list has such
 * @param list the list to which sealed cursors belong
 * @throws DomainError INVALID: cursors combined with offsets, a page size out of range, an invalid cursor
 */
export function pageRequest(
  args: PageArgs,
  maxPageSize: number,
  services?: Context['services'],
  list?: string,
): PageRequest {
  const { first, after, last, before, offset, limit } = args;
  const byCursor = [first, after, last, before].some(isGiven);
  const backwards = isGiven(last) || isGiven(before);
  if (byCursor && (isGiven(offset) || isGiven(limit))) throw domainError('INVALID', 'FIRST_WITH_OFFSET');
  if (backwards && (isGiven(first) || isGiven(after))) throw domainError('INVALID', 'FIRST_WITH_OFFSET');
  const size = pageSize(args);
  if (size < 0 || size > maxPageSize) throw domainError('INVALID', 'PAGE_SIZE_OUT_OF_RANGE', undefined, maxPageSize);
  if (isGiven(offset) && offset < 0) throw domainError('INVALID', 'OFFSET_OUT_OF_RANGE');
  const cursor = after ?? before;
  return {
    limit: size,
    ...(isGiven(offset) && { offset }),
    ...(isGiven(cursor) && { cursor: decodeCursor(cursor, services?.secretKey, list) }),
    ...(backwards && { backwards }),
  };
}

function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}

/** The cost of a list: each record with its selected fields. An empty page costs one record, as it is still queried. */
function listComplexity({ args, childComplexity }: { args: PageArgs; childComplexity: number }): number {
  return Math.max(pageSize(args), 1) * (1 + childComplexity);
}

/** A field that returns a page of a list. */
const list = (type: string, description: string): FieldRow => ({
  ...field.record(connectionOf(type), description),
  args: pageArgs,
  complexity: listComplexity,
});

/**
 * A field of a record that returns a page of a list with further arguments.
 *
 * @param costOf the cost of finding the page, in records, in addition to those of the page
 */
export const pagedBy = <Source, Arguments extends FieldRows>(
  type: string,
  description: string,
  args: Arguments,
  resolve: (source: Source, args: InputOf<Arguments> & PageArgs, context: Context, info: GraphQLResolveInfo) => unknown,
  ahead: (id: string, context: Context, args: InputOf<Arguments> & PageArgs) => Promise<unknown>,
  costOf: (args: InputOf<Arguments>) => number,
): FieldRow => ({
  ...list(type, description),
  ...{ resolve, ahead },
  args: { ...pageArgs, ...args },
  complexity: (options: { args: InputOf<Arguments> & PageArgs; childComplexity: number }) =>
    costOf(options.args) + listComplexity(options),
});

/** A root field that returns a page of a list. */
export const pagedQuery = <Arguments extends FieldRows>(
  type: string,
  description: string,
  args: Arguments,
  run: (context: Context, args: InputOf<Arguments> & PageArgs, info: GraphQLResolveInfo) => unknown,
): FieldRow => ({
  ...list(type, description),
  args: { ...pageArgs, ...args },
  resolve: (_: never, input: InputOf<Arguments> & PageArgs, context, info) => run(context, input, info),
});

type ChildList = Parameters<typeof childConnection>[1];

/**
 * A field that returns a page of a child list.
 *
 * @param total the stored counter of the row, if it counts exactly the records visible to the viewer
 */
export const paged = <Source extends { readonly id: string }>(
  type: string,
  description: string,
  name: ChildList,
  total?: (source: Source, context: Context) => number | undefined,
  prepare: <Page extends Connection<{ id: string }>>(
    page: Promise<Page>,
    context: Context,
    info: GraphQLResolveInfo,
  ) => Promise<Page> = (page) => page,
): FieldRow => ({
  ...list(type, description),
  ahead: (id, { reads, maxPageSize, services }, args: PageArgs) =>
    reads.page(name, id, pageRequest(args, maxPageSize, services, listOfParent(name, id))),
  resolve: (source: Source, args: PageArgs, context, info) => {
    const { reads, maxPageSize, services } = context;
    const request = {
      ...pageRequest(args, maxPageSize, services, listOfParent(name, source.id)),
      selectsTotal: selects(info, 'totalCount'),
    };
    return prepare(childConnection(reads, name, source.id, request, total?.(source, context)), context, info);
  },
});

objectType('PageInfo', 'Information about the position of a page in its list.', {
  hasNextPage: field.boolean('Whether more records follow this page.'),
  hasPreviousPage: field.boolean('Whether more records precede this page.'),
  startCursor: nullable.string('Cursor of the first record of the page; null if the page is empty.'),
  endCursor: nullable.string('Cursor of the last record of the page; null if the page is empty.'),
});

type Records = Connection<object>;

/** Creates the connection type for lists of one record type, at its first list. Returns its name. */
function connectionOf(type: string): string {
  const name = `${type}Connection`;
  if (isDeclared(name)) return name;
  objectType(`${type}Edge`, `One \`${type}\` record and its cursor.`, {
    cursor: field.string('Opaque cursor of the record. Remains valid when other records are added or removed.'),
    node: field.record(type, 'The record.'),
  });
  const edges = field.records(`${type}Edge`, 'The records of this page with their cursors.');
  const pageInfo = field.record('PageInfo', 'Position of this page in its list.');
  const total = field.int('Total number of records. Computed only when selected.');
  objectType(name, `A page of a list of \`${type}\` records.`, {
    nodes: field.records(type, 'The records of this page.'),
    offset: nullable.int(
      'Number of records before this page; null if the page is addressed by a cursor or from the end of the list.',
    ),
    edges: computed(edges, (page: Records, context) => {
      const all = page.nodes.map((record) => ({ cursor: encodeCursor(record, page, context), node: record }));
      return paced(context, all);
    }),
    pageInfo: computed(pageInfo, (page: Records, context) => {
      const { nodes, hasNext, hasPrevious } = page;
      const cursorOf = (record: object | undefined) => (record ? encodeCursor(record, page, context) : null);
      return {
        ...{ hasNextPage: hasNext, hasPreviousPage: hasPrevious },
        ...{ startCursor: cursorOf(nodes.at(0)), endCursor: cursorOf(nodes.at(-1)) },
      };
    }),
    totalCount: computed(total, (page: Records) => page.total()),
  });
  return name;
}
