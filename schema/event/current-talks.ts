import { MAX_CURRENT_TALKS, type CurrentTalks } from '../../src/core/reads/current-talks.js';
import { field, type FieldRow } from '../fields.js';
import { computed } from '../object-type.js';

/** A short list of talks that depends on the time of the request. */
const currentTalks = (description: string, name: keyof Omit<CurrentTalks, 'until'>): FieldRow => ({
  ...computed(field.records('Talk', description), async ({ id }: { readonly id: string }, { reads }) => {
    const current = await reads.load('currentTalks', id);
    reads.expireAt(current.until);
    return current[name];
  }),
  complexity: ({ childComplexity }: { childComplexity: number }) => MAX_CURRENT_TALKS * (1 + childComplexity),
  ahead: (id, { reads }) => reads.load('currentTalks', id),
});

/** Fields of `Event` that depend on the time of the request. */
export const currentTalkFields = {
  now: currentTalks(
    `Talks that are running at the time of the request, at most ${MAX_CURRENT_TALKS}, earliest start first. A talk runs from its start, inclusive, to its scheduled end, exclusive; a talk of unknown duration (0 minutes) never does.`,
    'now',
  ),
  next: currentTalks(
    `Talks with the earliest start after the time of the request: all that start at that moment, at most ${MAX_CURRENT_TALKS}, ordered by ID. Empty after the last start.`,
    'next',
  ),
};
