import { z } from 'zod';

/*
 * The forms that variables of the environment have. Each variable says in its `meta`, which docs/configuration.md is made
 * of: `description`, what it means; `unset`, in words, what holds without it, where it has no default; `unit`, of a number;
 * `values`, where its form says less than may be given; `secret`, that nobody but the operator may see it.
 */

export const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

export function wholeNumber(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(error).int(error).min(least, error).max(most, error);
}

/** `a, b`: the words between the commas. */
export const commaSeparated = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  );
