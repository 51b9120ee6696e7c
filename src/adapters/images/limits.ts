/** Maximum size of an uploaded image: 10 MB (decisions no. 68). */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
/** Concurrent uploads per user and process. */
export const MAX_UPLOADS_PER_USER = 3;
/** Minimum average upload rate in bytes per second, enforced after the grace period. */
export const MIN_UPLOAD_RATE = 16 * 1024;
export const UPLOAD_GRACE_MS = 10_000;
/** Side length in pixels (spec §8). */
export const MIN_SIDE = 140;
export const MAX_SIDE = 1440;
export const SMALL_SIDE = 140;
