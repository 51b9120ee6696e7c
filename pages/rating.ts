import type { ProgrammeTalkFragment } from './documents.generated.js';
import { markup, type Markup } from './markup.js';

/** The average rating of a talk; null without ratings. */
export const averageOf = ({ average, count }: ProgrammeTalkFragment['ratings']): Markup | null =>
  average === null
    ? null
    : markup`<span class="rating"><span aria-hidden="true">★</span> ${average.toFixed(1)}<span class="name"> of 5</span> (${count}<span class="name"> ${count === 1 ? 'rating' : 'ratings'}</span>)</span>`;

const MAX_RATING = 5;

/** The stars of one comment; null if it does not rate. */
export const starsOf = (rating: number): Markup | null =>
  rating === 0
    ? null
    : markup`<span class="rating" role="img" aria-label="${rating} of 5 stars">${'★'.repeat(rating)}<span class="off">${'★'.repeat(MAX_RATING - rating)}</span></span>`;
