import { InvalidArgumentError } from 'commander';

/** Creates the parser of a numeric argument. */
export const numberMatching =
  (pattern: RegExp, requirement: string) =>
  (text: string): number => {
    if (!pattern.test(text)) throw new InvalidArgumentError(`Must be ${requirement}.`);
    return Number(text);
  };

/** Parses an ID or a count. */
export const positiveNumber = numberMatching(/^[1-9]\d{0,14}$/, 'a positive whole number');
