import { ArgsType, Field, FieldResolver, Int, ObjectType, Resolver, Root, type ClassType } from 'type-graphql';
import { fail } from '../src/errors.js';
import type { Connection } from '../src/reads/connection.js';
import type { PageRequest } from '../src/reads/page.js';
import { readCursor, writeCursor } from './cursor.js';

export const DEFAULT_PAGE_SIZE = 20;
const SIZES = `Default ${DEFAULT_PAGE_SIZE}, at most 100.`;

/** Two ways to page through one list: by cursor (`first`/`after`, `last`/`before`), or by number (`offset`/`limit`). */
@ArgsType()
export class PageArgs {
  @Field(() => Int, { nullable: true, description: `How many from the start, or after \`after\`. ${SIZES}` })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Begin after the record with this cursor.' })
  after?: string | null;

  @Field(() => Int, { nullable: true, description: `How many from the end, or before \`before\`. ${SIZES}` })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'End before the record with this cursor.' })
  before?: string | null;

  @Field(() => Int, { nullable: true, description: 'How many records to pass over. Not together with cursors.' })
  offset?: number | null;

  @Field(() => Int, { nullable: true, description: `How many records at \`offset\`. ${SIZES}` })
  limit?: number | null;
}

/** The size of the page that the arguments ask for. */
export function pageSize({ first, last, limit }: PageArgs): number {
  return first ?? last ?? limit ?? DEFAULT_PAGE_SIZE;
}

/**
 * What the arguments ask for.
 *
 * @throws DomainError INVALID: cursors mixed with page numbers, a size out of range, a cursor that is not ours
 */
export function pageRequest(args: PageArgs, maxPageSize: number): PageRequest {
  const { first, after, last, before, offset, limit } = args;
  const byCursor = [first, after, last, before].some(isGiven);
  const backwards = isGiven(last) || isGiven(before);
  if (byCursor && (isGiven(offset) || isGiven(limit))) throw fail('INVALID', 'FIRST_WITH_OFFSET');
  if (backwards && (isGiven(first) || isGiven(after))) throw fail('INVALID', 'FIRST_WITH_OFFSET');
  const size = pageSize(args);
  if (size < 0 || size > maxPageSize) throw fail('INVALID', 'PAGE_SIZE_OUT_OF_RANGE', undefined, maxPageSize);
  if (isGiven(offset) && offset < 0) throw fail('INVALID', 'OFFSET_OUT_OF_RANGE');
  const cursor = after ?? before;
  return {
    limit: size,
    ...(isGiven(offset) && { offset }),
    ...(isGiven(cursor) && { cursor: readCursor(cursor) }),
    ...(backwards && { backwards }),
  };
}

function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}

/** What a list costs: each record once, with what is asked of it. An empty page is still looked for, and counted. */
export function listComplexity({ args, childComplexity }: { args: PageArgs; childComplexity: number }): number {
  return Math.max(pageSize(args), 1) * (1 + childComplexity);
}

/** Short lists that belong to their record are reckoned at five. */
export function shortListComplexity({ childComplexity }: { childComplexity: number }): number {
  return 5 * (1 + childComplexity);
}

@ObjectType({ simpleResolvers: true, description: 'Where a page lies in its list.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether records follow this page.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether records precede this page.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'The cursor of the first record; null when the page is empty.' })
  startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'The cursor of the last record; null when the page is empty.' })
  endCursor!: string | null;
}

/**
 * The connection, edge and resolver classes for lists of one type.
 *
 * @param name of the node's type in the schema
 */
export function connectionOf<Node extends object>(node: () => ClassType<Node>, name: string) {
  @ObjectType(`${name}Edge`, {
    simpleResolvers: true,
    description: `One record of type ${name} and its place in a list.`,
  })
  class Edge {
    @Field(() => String, { description: 'Opaque; stays good while other records come and go.' })
    cursor!: string;

    @Field(node, { description: 'The record itself.' })
    node!: object;
  }

  @ObjectType(`${name}Connection`, { simpleResolvers: true, description: `A page of a list of type ${name}.` })
  class ConnectionType {
    @Field(() => [node()], { description: 'The records of this page.' })
    nodes!: object[];

    @Field(() => Int, {
      nullable: true,
      description: 'How many records precede this page; null where only a cursor says where it lies.',
    })
    offset!: number | null;
  }

  @Resolver(() => ConnectionType)
  class ConnectionResolver {
    @FieldResolver(() => [Edge], { description: 'The records of this page with their cursors.' })
    edges(@Root() page: Connection<object>): { cursor: string; node: object }[] {
      return page.nodes.map((record) => ({ cursor: writeCursor(record, page.cursorFields), node: record }));
    }

    @FieldResolver(() => PageInfo, { description: 'Where this page lies in its list.' })
    pageInfo(@Root() page: Connection<object>): PageInfo {
      const ends = [page.nodes.at(0), page.nodes.at(-1)] as const;
      const [startCursor, endCursor] = ends.map((record) => (record ? writeCursor(record, page.cursorFields) : null));
      return {
        hasNextPage: page.hasNext,
        hasPreviousPage: page.hasPrevious,
        startCursor: startCursor ?? null,
        endCursor: endCursor ?? null,
      };
    }

    @FieldResolver(() => Int, { description: 'How many records there are in all. Counted only when asked for.' })
    totalCount(@Root() page: Connection<object>): Promise<number> | number {
      return page.total();
    }
  }

  return { Connection: ConnectionType, ConnectionResolver };
}
