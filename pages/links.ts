import { markup, type Markup } from './markup.js';

/** Addresses of the pages. */
export const eventUrl = (slug: string): string => `/event/${encodeURIComponent(slug)}`;
export const talkUrl = (stub: string): string => `/talk/${encodeURIComponent(stub)}`;
export const userUrl = (username: string): string => `/user/${encodeURIComponent(username)}`;

/** The address of a link, if it is one: a record may contain any text, such as a `javascript:` URL. */
export const httpUrl = (text: string | null): string | null => (/^https?:\/\/[^\s/]/i.test(text ?? '') ? text : null);

/** A link that users have added. @param url with the scheme HTTP */
export const foreignLink = (url: string, text: string): Markup =>
  markup`<a href="${url}" rel="nofollow noopener ugc">${text}</a>`;
