/**
 * Numbers that decide what a request looks like. Zero is always the plainest choice, and what lies beyond the end is
 * zero: so a shorter tape, and one with smaller numbers, makes a plainer request, which is how failures shrink.
 */
export class Tape {
  #at = 0;

  constructor(private readonly numbers: readonly number[]) {}

  /** From 0 to, but not including, `end`. */
  below(end: number): number {
    const number = this.numbers[this.#at] ?? 0;
    this.#at += 1;
    return number % end;
  }

  /** One of the values; the first is the plainest. */
  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error('There is nothing to choose from');
    return value;
  }

  /** True for about so many of a hundred. */
  chance(percent: number): boolean {
    return this.below(100) >= 100 - percent;
  }

  /** Up to `most` values, as `make` draws them. */
  several<Value>(most: number, make: () => Value): Value[] {
    return Array.from({ length: this.below(most + 1) }, make);
  }
}
