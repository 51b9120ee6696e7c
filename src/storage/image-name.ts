import { randomBytes } from 'node:crypto';

const VERSION_BYTES = 8;
const imageName = /^event-[1-9][0-9]{0,15}-[0-9a-f]{8,64}-(orig|small)\.(png|jpg|gif)$/;

/**
 * New names for both forms of an event's image. They are random: what is behind a name never changes, so that it may be
 * cached for ever, and no two uploads share a file that one of them would delete.
 */
export function imageNames(eventId: string, extension: string): { readonly original: string; readonly small: string } {
  const version = randomBytes(VERSION_BYTES).toString('hex');
  return {
    original: `event-${eventId}-${version}-orig.${extension}`,
    small: `event-${eventId}-${version}-small.${extension}`,
  };
}

/** Whether a text is such a name: it has no folders, and nothing else in a store looks like it. */
export function isImageName(text: string): boolean {
  return imageName.test(text);
}
