import { ArgsType, Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root, type ClassType } from 'type-graphql';
import type { Context } from '../src/core/context.js';
import { domainError } from '../src/core/errors.js';
import type { Connection } from '../src/core/reads/connection.js';
import type { PageRequest } from '../src/core/reads/page.js';
import { signatureOf } from '../src/core/reads/order.js';
import { paced } from './pacing.js';

export const DEFAULT_PAGE_SIZE = 20;
const SIZES = `Default ${DEFAULT_PAGE_SIZE}, at most 100.`;

/** Paging arguments of a list: by cursor (`first`/`after`, `last`/`before`) or by offset (`offset`/`limit`). */
@ArgsType()
export class PageArgs {
  @Field(() => Int, {
    nullable: true,
    description: `Number of records to return from the start of the list, or after \`after\`. ${SIZES}`,
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Return records after this cursor.' })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `Number of records to return from the end of the list, or before \`before\`. ${SIZES}`,
  })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'Return records before this cursor.' })
  before?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of records to skip. Cannot be combined with cursor arguments.',
  })
  offset?: number | null;

  @Field(() => Int, { nullable: true, description: `Number of records to return from \`offset\`. ${SIZES}` })
  limit?: number | null;
}

/** The requested page size. */
export function pageSize({ first, last, limit }: PageArgs): number {
  return first ?? last ?? limit ?? DEFAULT_PAGE_SIZE;
}

/**
 * Validates and parses the paging arguments.
 *
 * @throws DomainError INVALID: cursors combined with offsets, a page size out of range, an invalid cursor
 */
export function pageRequest(args: PageArgs, maxPageSize: number): PageRequest {
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
    ...(isGiven(cursor) && { cursor: decodeCursor(cursor) }),
    ...(backwards && { backwards }),
  };
}

function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}

/** The cost of a list: each record with its selected fields. An empty page costs one record, as it is still queried. */
export function listComplexity({ args, childComplexity }: { args: PageArgs; childComplexity: number }): number {
  return Math.max(pageSize(args), 1) * (1 + childComplexity);
}

/** The cost of a short list without paging, estimated at five records. */
export function shortListComplexity({ childComplexity }: { childComplexity: number }): number {
  return 5 * (1 + childComplexity);
}

@ObjectType({ simpleResolvers: true, description: 'Information about the position of a page in its list.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether more records follow this page.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether more records precede this page.' })
  hasPreviousPage!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Cursor of the first record of the page; null if the page is empty.',
  })
  startCursor!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Cursor of the last record of the page; null if the page is empty.',
  })
  endCursor!: string | null;
}

/**
 * Creates the connection, edge and resolver classes for lists of one type.
 *
 * @param name of the node's type in the schema
 */
export function connectionOf<Node extends object>(node: () => ClassType<Node>, name: string) {
  @ObjectType(`${name}Edge`, {
    simpleResolvers: true,
    description: `One \`${name}\` record and its cursor.`,
  })
  class Edge {
    @Field(() => String, {
      description: 'Opaque cursor of the record. Remains valid when other records are added or removed.',
    })
    cursor!: string;

    @Field(node, { description: 'The record.' })
    node!: object;
  }

  @ObjectType(`${name}Connection`, { simpleResolvers: true, description: `A page of a list of \`${name}\` records.` })
  class ConnectionType {
    @Field(() => [node()], { description: 'The records of this page.' })
    nodes!: object[];

    @Field(() => Int, {
      nullable: true,
      description:
        'Number of records before this page; null if the page is addressed by a cursor or from the end of the list.',
    })
    offset!: number | null;
  }

  @Resolver(() => ConnectionType)
  class ConnectionResolver {
    @FieldResolver(() => [Edge], { description: 'The records of this page with their cursors.' })
    edges(@Root() page: Connection<object>, @Ctx() context: Context) {
      const edges = page.nodes.map((record) => ({ cursor: encodeCursor(record, page.cursorFields), node: record }));
      return paced(context, edges);
    }

    @FieldResolver(() => PageInfo, { description: 'Position of this page in its list.' })
    pageInfo(@Root() page: Connection<object>): PageInfo {
      const ends = [page.nodes.at(0), page.nodes.at(-1)] as const;
      const [startCursor, endCursor] = ends.map((record) => (record ? encodeCursor(record, page.cursorFields) : null));
      return {
        hasNextPage: page.hasNext,
        hasPreviousPage: page.hasPrevious,
        startCursor: startCursor ?? null,
        endCursor: endCursor ?? null,
      };
    }

    @FieldResolver(() => Int, { description: 'Total number of records. Computed only when selected.' })
    totalCount(@Root() page: Connection<object>): Promise<number> | number {
      return page.total();
    }
  }

  return { Connection: ConnectionType, ConnectionResolver };
}

/** Encodes the order's signature and a record's sort-key values as base64url of a JSON array of strings. */
function encodeCursor(record: object, fields: readonly string[]): string {
  const values = fields.map((field) => String(Reflect.get(record, field)));
  return Buffer.from(JSON.stringify([signatureOf(fields), ...values])).toString('base64url');
}

/** @throws DomainError INVALID if the text is not a cursor of this service */
function decodeCursor(cursor: string): readonly string[] {
  const values = parse(Buffer.from(cursor, 'base64url').toString());
  if (!Array.isArray(values) || values.length < 1 || !values.every((value) => typeof value === 'string')) {
    throw domainError('INVALID', 'CURSOR_UNREADABLE');
  }
  return values;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
