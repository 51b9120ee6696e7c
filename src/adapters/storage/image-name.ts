import { randomBytes } from 'node:crypto';

const VERSION_BYTES = 8;
const imageName = /^event-[1-9][0-9]{0,15}-[0-9a-f]{8,64}-(orig|small)\.(png|jpg|gif)$/;

/**
 * Generates names for both sizes of an event's image. They are random: the content of a name never changes, so it is
 * cacheable forever, and deleting one upload never removes the file of another.
 */
export function imageNames(eventId: string, extension: string): { readonly original: string; readonly small: string } {
  const version = randomBytes(VERSION_BYTES).toString('hex');
  return {
    original: `event-${eventId}-${version}-orig.${extension}`,
    small: `event-${eventId}-${version}-small.${extension}`,
  };
}

/** Whether a text is an image name. Such names contain no folder, and no other file in a store matches. */
export function isImageName(text: string): boolean {
  return imageName.test(text);
}
