import { InvalidArgumentError } from 'commander';

/** An argument that is a whole number from 1 on: an id, or how many. */
export function positiveNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 on.');
  return Number(text);
}
