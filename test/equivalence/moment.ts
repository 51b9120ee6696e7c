import fc from 'fast-check';

/** Seconds since 1970, or seconds relative to now. */
export type Moment = { readonly at: number } | { readonly fromNow: number };

const DAY = 86_400;
/** Around clock changes of some zones. */
const changes = [
  ...['2026-03-29T01:00Z', '2026-10-25T01:00Z', '2026-11-01T06:00Z', '2026-04-04T15:00Z', '2011-12-30T10:00Z'],
]
  .map((moment) => Date.parse(moment) / 1000)
  .flatMap((moment) => [moment - 1, moment, moment + 0.999]);

const within = (days: number) => fc.integer({ min: -days * DAY, max: days * DAY }).map((fromNow) => ({ fromNow }));

export const moment: fc.Arbitrary<Moment> = fc.oneof(
  { arbitrary: within(400), weight: 4 },
  { arbitrary: within(3), weight: 3 },
  { arbitrary: fc.constantFrom(...changes).map((at) => ({ at })), weight: 1 },
);

/** Creation time of a record: one of few values, so that some are equal. */
export const written: fc.Arbitrary<Moment> = fc.oneof(
  fc.constantFrom(-1, -2, -2.5, -3).map((days) => ({ fromNow: days * DAY })),
  moment,
);
