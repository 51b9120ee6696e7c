import { InvalidArgumentError } from 'commander';

/** Parses a positive whole number: an ID or a count. */
export function positiveNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('Must be a positive whole number.');
  return Number(text);
}
