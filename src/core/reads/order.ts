import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { domainError } from '../errors.js';
import type { Parameters } from '../../database/sql/statement.js';

/** Casts the texts of a cursor to the types of the order keys. */
const casts = {
  time: (text: unknown) => sql`to_timestamp(${text}::float8)`,
  'hidden time': (text: unknown) => sql`to_timestamp(${text}::float8)`,
  number: (text: unknown) => sql`${text}::float8`,
  id: (text: unknown) => sql`${text}::bigint`,
  text: (text: unknown) => sql`${text}::text`,
} as const;

/**
 * A sort key: its SQL expression, the row's field with the same value, and the direction. A `hidden time` is more exact
 * than the one that the record shows, so cursors that contain it are sealed.
 */
export interface OrderKey {
  readonly expression: RawBuilder<unknown>;
  readonly field: string;
  readonly type: keyof typeof casts;
  readonly descending: boolean;
}

/** A total order, because the last key is the ID. */
export type Order = readonly OrderKey[];

/** Creates a sort key from a column. */
export function key(column: string, field: string, type: OrderKey['type'], direction: 'asc' | 'desc'): OrderKey {
  return { expression: sql.ref(column), field, type, descending: direction === 'desc' };
}

/** Names sort by the ICU root collation (decisions no. 40): case and accents matter only between equal letters. */
export const collatedName = (column: string) => sql`${sql.ref(column)} collate "und-x-icu"`;

/** Creates a sort key from a name column. */
export function nameKey(column: string, field: string): OrderKey {
  return { expression: collatedName(column), field, type: 'text', descending: false };
}

/** Accepts only what PostgreSQL parses as a number: JavaScript also accepts hexadecimal digits and whitespace. */
const isNumber = (text: string) => /^-?\d{1,15}(?:\.\d{1,20})?(?:e-?\d{1,2})?$/.test(text);
/** Seconds since 1970, within the range of PostgreSQL's timestamps: 4713 BC to 294276. */
const isTime = (text: string) => isNumber(text) && Number(text) > -2e11 && Number(text) < 9e12;
const parsesAs: Record<OrderKey['type'], (text: string) => boolean> = {
  time: isTime,
  'hidden time': isTime,
  number: isNumber,
  id: (text) => /^\d{1,15}$/.test(text),
  text: () => true,
};

/** Whether the cursors of an order are sealed: a caller who chose the position could search for the time of a record. */
export const isSealed = (order: Order): boolean => order.some(({ type }) => type === 'hidden time');

/** First text of sealed cursors, which no other cursor may have. */
export const SEALED = 'sealed';

/** Prefix of an order's cursors; detects cursors of a different order. */
export const signatureOf = (fields: readonly string[], isSealed: boolean): string =>
  [...(isSealed ? [SEALED] : []), ...fields].join(' ');

/** @throws DomainError INVALID if the cursor does not belong to a list of this order */
export function checkCursor(order: Order, [signature, ...values]: readonly string[]): void {
  const belongs =
    signature ===
      signatureOf(
        order.map(({ field }) => field),
        isSealed(order),
      ) &&
    values.length === order.length &&
    order.every(({ type }, index) => parsesAs[type](values[index] ?? ''));
  if (!belongs) throw domainError('INVALID', 'CURSOR_UNREADABLE');
}

/** The `order by` terms, optionally reversed. */
export function orderBy(order: Order, reversed: boolean): RawBuilder<unknown>[] {
  return order.map(({ expression, descending }) =>
    descending === reversed ? sql`${expression} asc` : sql`${expression} desc`,
  );
}

/**
 * Whether a row is beyond the cursor, in the direction of reading. `$.cursor` is an array of texts: the signature, then
 * one per key.
 */
export function beyond(
  order: Order,
  reversed: boolean,
  $: Parameters<{ cursor: readonly string[] }>,
): RawBuilder<boolean> {
  const values = order.map(({ type }, index) => casts[type](sql`(${$.cursor}::text[])[${sql.lit(index + 2)}]`));
  const greater = order.map(({ descending }) => descending === reversed);
  const sameDirection = greater.every((value) => value === greater[0]);
  if (sameDirection) {
    const operator = sql.raw(greater[0] ? '>=' : '<=');
    const [first, last] = [order[0]!, order.at(-1)!];
    const keys = sql.join(order.map(({ expression }) => expression));
    // The list may have its own bound on the first key. An index scan starts at the tightest scalar bound, but
    // PostgreSQL does not compare scalar bounds with row bounds: the redundant scalar bound and the inclusive row
    // comparison make the scan start at the cursor in any case.
    return sql<boolean>`${first.expression} ${operator} ${values[0]} and (${keys}) ${operator} (${sql.join(values)})
      and ${last.expression} <> ${values.at(-1)}`;
  }
  const alternatives = order.map(({ expression }, index) => {
    const equal = order.slice(0, index).map((earlier, i) => sql`${earlier.expression} = ${values[i]}`);
    return sql`(${sql.join([...equal, sql`${expression} ${sql.raw(greater[index] ? '>' : '<')} ${values[index]}`], sql` and `)})`;
  });
  return sql<boolean>`(${sql.join(alternatives, sql` or `)})`;
}
