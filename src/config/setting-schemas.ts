import * as z from 'zod';

/*
 * Schemas of environment variables. The `meta` of each variable is the source of docs/configuration.md: `description`,
 * its meaning; `unset`, its default in words if it has no default value; `unit`, of a number; `values`, the accepted
 * values if the schema does not express them; `secret`, visible to the operator only.
 */

export const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

export function wholeNumber(minimum: number, maximum: number) {
  const error = `must be a whole number from ${minimum} to ${maximum}`;
  return z.coerce.number(error).int(error).min(minimum, error).max(maximum, error);
}

/** Splits `a, b` at the commas into trimmed, non-empty words. */
export const commaSeparated = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  );
