import { z } from 'zod';

/*
 * Schemas of environment variables. The `meta` of each variable is the source of docs/configuration.md: `description`,
 * its meaning; `unset`, its default in words if it has no default value; `unit`, of a number; `values`, the accepted
 * values if the schema does not express them; `secret`, visible to the operator only.
 */

export const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

export function wholeNumber(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(error).int(error).min(least, error).max(most, error);
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
