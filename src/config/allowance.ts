import * as z from 'zod';

/** At most `points` within `seconds`. */
export interface Allowance {
  readonly points: number;
  readonly seconds: number;
}

const MAX_POINTS = 1_000_000;
const MAX_SECONDS = 31 * 86_400;
const FORM = `must be <times>/<seconds> such as 100/900 (up to ${MAX_POINTS} times, ${MAX_SECONDS} seconds), or off`;

/** Parses `100/900`: 100 times per 900 seconds; `off` becomes null: unlimited. */
export const allowance = (byDefault: string, description: string) =>
  z
    .string()
    .default(byDefault)
    .transform((text, { addIssue }): Allowance | null => {
      if (text === 'off') return null;
      const [points, seconds] = /^\d{1,7}\/\d{1,7}$/.test(text) ? text.split('/').map(Number) : [];
      if (inRange(points, MAX_POINTS) && inRange(seconds, MAX_SECONDS)) return { points, seconds };
      addIssue(FORM);
      return z.NEVER;
    })
    .meta({ description, values: '`<times>/<seconds>`, `off`' });

const inRange = (number: number | undefined, maximum: number): number is number =>
  number !== undefined && number >= 1 && number <= maximum;
