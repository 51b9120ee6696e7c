import { quoted } from './json.js';

/**
 * Builds the URLs in responses; those in records are templates in their tables. Clients extract IDs from URLs, so their
 * format is fixed (contract §1.10).
 */
export class Links {
  /** URL of v2.1, to which the links of records are appended. */
  readonly base: string;
  /** URL of the website, to which the links to its pages are appended. */
  readonly website: string;
  /** As they are written inside a string of JSON. */
  readonly inJson: { readonly base: string; readonly website: string; readonly origin: string };

  /**
   * @param origin scheme, host and port of the service
   * @param websiteUrl base URL of the website; if undefined, the service serves the pages
   */
  constructor(
    readonly origin: string,
    websiteUrl: string | undefined,
  ) {
    this.base = `${origin}/v2.1`;
    this.website = websiteUrl ?? origin;
    const [base, website, own] = [this.base, this.website, origin].map((url) => quoted(url).slice(1, -1));
    this.inJson = { base: base ?? '', website: website ?? '', origin: own ?? '' };
  }

  events = (filter?: string) => `${this.base}/events${filter ? `?filter=${filter}` : ''}`;
  event = (id: string) => `${this.base}/events/${id}`;
  talk = (id: string) => `${this.base}/talks/${id}`;
  track = (id: string) => `${this.base}/tracks/${id}`;
  eventComment = (id: string) => `${this.base}/event_comments/${id}`;
  talkComment = (id: string) => `${this.base}/talk_comments/${id}`;
  user = (id: string) => `${this.base}/users/${id}`;
  tokens = () => `${this.base}/token`;
  applications = () => `${this.base}/applications`;
  application = (id: string) => `${this.base}/applications/${id}`;

  /** URL of a sub-resource: `links.below(links.event('1'), 'talks')`. */
  below = (record: string, name: string) => `${record}/${name}`;
}

/** Collections of v2.1 whose records are GraphQL types. */
const types = {
  events: 'Event',
  talks: 'Talk',
  tracks: 'Track',
  event_comments: 'EventComment',
  talk_comments: 'TalkComment',
  users: 'User',
  languages: 'Language',
} as const;

const RECORD = /^(?:https?:\/\/[^/?#]+)?\/v2\.1\/([a-z_]+)\/(\d{1,16})\/?(?:[?#].*)?$/;

/** Parses the `uri` of a v2.1 record; returns null for any other URL. */
export function resourceOf(uri: string): { type: (typeof types)[keyof typeof types]; id: string } | null {
  const [, collection = '', id = ''] = RECORD.exec(uri) ?? [];
  const type = Object.entries(types).find(([name]) => name === collection)?.[1];
  return type ? { type, id } : null;
}

/** Builds the `uri` of a v2.1 record; null for a type without one. */
export function uriOf(origin: string, type: string, id: string): string | null {
  const collection = Object.entries(types).find(([, name]) => name === type)?.[0];
  return collection === undefined ? null : `${new Links(origin, undefined).base}/${collection}/${id}`;
}
