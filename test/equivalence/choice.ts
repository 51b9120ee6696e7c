import fc from 'fast-check';

/** The choices of a random request before the data are known. Numbers are indexes modulo the length of a list. */
export interface Choice {
  readonly target: number;
  readonly verbose: boolean;
  readonly start: number | undefined;
  readonly size: number | undefined;
  readonly filter: string | undefined;
  readonly from: ChosenDate | undefined;
  readonly until: ChosenDate | undefined;
  /** Other filters of a list. */
  readonly by: 'nothing' | 'words' | 'name' | 'tag' | 'tags';
  readonly picks: readonly [number, number];
}

export interface ChosenDate {
  readonly text: string;
  /** Filters ignore invalid dates (contract 7.1-11). */
  readonly readable: boolean;
}

/** Contract §3.2; unknown values are ignored (contract 7.1-11). */
export const filters: Readonly<Record<string, string | undefined>> = {
  hot: 'HOT',
  upcoming: 'UPCOMING',
  past: 'PAST',
  all: 'ALL',
  cfp: 'OPEN_CFP',
  cfps: 'OPEN_CFP',
  pending: 'PENDING',
  soon: undefined,
  HOT: undefined,
};

const date = fc.constantFrom<ChosenDate>(
  ...['2026-06-01', '1 March 2026', '@1764547200', '2027-01-01T00:00:00+05:45', 'next monday'].map((text) => ({
    text,
    readable: true,
  })),
  ...['here', '1420070400', ''].map((text) => ({ text, readable: false })),
);
/** Absent with a probability of 1 in this number. */
const maybe = <Value>(one: fc.Arbitrary<Value>, freq: number) => fc.option(one, { nil: undefined, freq });
const seldom = <Value>(one: fc.Arbitrary<Value>) =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 4 }, { arbitrary: one, weight: 1 });

const choice: fc.Arbitrary<Choice> = fc.record({
  target: fc.nat(),
  verbose: fc.boolean(),
  start: maybe(fc.constantFrom(0, 1, 2, 5, 80), 1),
  size: maybe(fc.constantFrom(0, 1, 2, 3, 7, 20, 1000), 2),
  filter: maybe(fc.constantFrom(...Object.keys(filters)), 3),
  from: seldom(date),
  until: seldom(date),
  by: fc.constantFrom('nothing', 'nothing', 'nothing', 'words', 'name', 'tag', 'tags'),
  picks: fc.tuple(fc.nat(), fc.nat()),
});

/** So many that no two rows get the same choices in the same order. */
export const choices: fc.Arbitrary<Choice[]> = fc.array(choice, { minLength: 211, maxLength: 211 });

/** The element at a number modulo the length. */
export function picked<Value>(values: readonly Value[], number: number): Value | undefined {
  return values[number % values.length];
}
