import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { fail } from '../errors.js';
import type { Parameters } from './statement.js';

/** How a cursor's text becomes a value of the order's type again. */
const casts = {
  time: (text: unknown) => sql`to_timestamp(${text}::float8)`,
  number: (text: unknown) => sql`${text}::float8`,
  id: (text: unknown) => sql`${text}::bigint`,
  text: (text: unknown) => sql`${text}::text`,
} as const;

/** One key of an order: the SQL expression, the row's field that holds the same value, and the direction. */
export interface OrderKey {
  readonly expression: RawBuilder<unknown>;
  readonly field: string;
  readonly type: keyof typeof casts;
  readonly descending: boolean;
}

/** A total order: the last key is the id. */
export type Order = readonly OrderKey[];

/** A column of the statement as an order key. */
export function key(column: string, field: string, type: OrderKey['type'], direction: 'asc' | 'desc'): OrderKey {
  return { expression: sql.ref(column), field, type, descending: direction === 'desc' };
}

/** What PostgreSQL reads as a number, too: JavaScript alone would also take hexadecimal digits and odd spaces. */
const isNumber = (text: string) => /^-?\d{1,15}(?:\.\d{1,20})?(?:e-?\d{1,2})?$/.test(text);
/** Seconds since 1970 in the years that PostgreSQL keeps: 4713 BC to 294276. */
const isTime = (text: string) => isNumber(text) && Number(text) > -2e11 && Number(text) < 9e12;
const fits: Record<OrderKey['type'], (text: string) => boolean> = {
  time: isTime,
  number: isNumber,
  id: (text) => /^\d{1,15}$/.test(text),
  text: () => true,
};

/** What the cursors of an order begin with, so that those of another one are recognised. */
export const signatureOf = (fields: readonly string[]): string => fields.join(' ');

/** @throws DomainError INVALID when a cursor was not made by a list of this order */
export function checkCursor(order: Order, [signature, ...values]: readonly string[]): void {
  const belongs =
    signature === signatureOf(order.map(({ field }) => field)) &&
    values.length === order.length &&
    order.every(({ type }, index) => fits[type](values[index] ?? ''));
  if (!belongs) throw fail('INVALID', 'CURSOR_UNREADABLE');
}

/** The `order by` list, in its own direction or reversed. */
export function orderBy(order: Order, reversed: boolean): RawBuilder<unknown>[] {
  return order.map(({ expression, descending }) =>
    descending === reversed ? sql`${expression} asc` : sql`${expression} desc`,
  );
}

/** Whether a row lies beyond the cursor, in the direction of reading; `$.cursor` is an array of texts: the signature, then one for each key. */
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
    // A list may have a bound on the first key itself. Of plain bounds PostgreSQL begins at the closest one, but between one
    // and a row it does not choose: the plain bound that says nothing new, and a row that may be equal, leave it no choice.
    return sql<boolean>`${first.expression} ${operator} ${values[0]} and (${keys}) ${operator} (${sql.join(values)})
      and ${last.expression} <> ${values.at(-1)}`;
  }
  const alternatives = order.map(({ expression }, index) => {
    const equal = order.slice(0, index).map((earlier, i) => sql`${earlier.expression} = ${values[i]}`);
    return sql`(${sql.join([...equal, sql`${expression} ${sql.raw(greater[index] ? '>' : '<')} ${values[index]}`], sql` and `)})`;
  });
  return sql<boolean>`(${sql.join(alternatives, sql` or `)})`;
}
