/** The most bytes of an uploaded image: 10 MB (decisions.md, Values). */
export const MOST_BYTES = 10 * 1024 * 1024;
/** Pixels a side (spec §8). */
export const LEAST_SIDE = 140;
export const MOST_SIDE = 1440;
export const SMALL_SIDE = 140;
