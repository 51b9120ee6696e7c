import { markup, type Markup } from './markup.js';

/** An image of an event, as v2.1 represents it. */
interface Image {
  readonly type: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** Whether a value of a document is an image that browsers may load. */
export function isImage(value: object): value is Image {
  const { type, url, width, height } = value as Partial<Record<keyof Image, unknown>>;
  const isSized = typeof width === 'number' && typeof height === 'number';
  return isSized && typeof type === 'string' && typeof url === 'string' && /^https?:/i.test(url) && URL.canParse(url);
}

export const imageView = ({ type, url, width, height }: Image): Markup =>
  markup`<img src="${url}" alt="Event image, ${type}" width="${width}" height="${height}" loading="lazy">`;

/** The origins of all images in a document, for the `Content-Security-Policy` of its page. */
export function imageOrigins(value: unknown): Set<string> {
  if (typeof value !== 'object' || value === null) return new Set();
  if (isImage(value)) return new Set([new URL(value.url).origin]);
  return new Set(Object.values(value).flatMap((member) => [...imageOrigins(member)]));
}
