/**
 * Numbers that determine a random request. Zero is always the simplest choice, and numbers beyond the end are zero: so
 * a shorter tape, or smaller numbers, makes a simpler request, which is how failures are minimized.
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

  /** One of the values; the first is the simplest. */
  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error('There is nothing to choose from');
    return value;
  }

  /** True with about this percentage. */
  chance(percent: number): boolean {
    return this.below(100) >= 100 - percent;
  }

  /** Up to `most` values, drawn by `make`. */
  several<Value>(most: number, make: () => Value): Value[] {
    return Array.from({ length: this.below(most + 1) }, make);
  }
}
