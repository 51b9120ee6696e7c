/**
 * The same facts in MariaDB and in PostgreSQL: the two queries return the same rows in any order, each value as text.
 */
export interface Comparison {
  readonly what: string;
  readonly legacy: string;
  readonly lectern: string;
}

/** Seconds since 1970 of a `datetime`, which the original stored in UTC. */
export const utc = (column: string): string => `timestampdiff(second, '1970-01-01 00:00:00', ${column})`;

/** Seconds since 1970 of a `timestamptz`. */
export const epoch = (column: string): string => `extract(epoch from ${column})::bigint`;
