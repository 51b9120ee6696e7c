const VERBOSE = '?verbose=yes';

/** Builds all URLs in responses. Clients extract IDs from them, so their format is fixed (contract §1.10). */
export class Links {
  /** URL of v2.1. */
  readonly base: string;
  /** URL of the website. */
  readonly website: string;

  /**
   * @param origin scheme, host and port of the service
   * @param websiteUrl base URL of the website; if undefined, the service redirects from its own URLs
   */
  constructor(
    readonly origin: string,
    websiteUrl: string | undefined,
  ) {
    this.base = `${origin}/v2.1`;
    this.website = websiteUrl ?? origin;
  }

  events = (filter?: string) => `${this.base}/events${filter ? `?filter=${filter}` : ''}`;
  event = (id: string) => `${this.base}/events/${id}`;
  talk = (id: string) => `${this.base}/talks/${id}`;
  track = (id: string) => `${this.base}/tracks/${id}`;
  eventComment = (id: string) => `${this.base}/event_comments/${id}`;
  talkComment = (id: string) => `${this.base}/talk_comments/${id}`;
  user = (id: string) => `${this.base}/users/${id}`;
  language = (id: string) => `${this.base}/languages/${id}`;
  tokens = () => `${this.base}/token`;
  token = (id: string) => `${this.base}/token/${id}`;
  applications = () => `${this.base}/applications`;
  application = (id: string) => `${this.base}/applications/${id}`;
  talkType = (id: string) => `${this.base}/talk_types/${id}`;

  /** URL of a sub-resource: `links.below(links.event('1'), 'talks')`. */
  below = (record: string, name: string) => `${record}/${name}`;
  verbose = (address: string) => address + VERBOSE;

  eventPage = (slug: string) => `${this.website}/event/${encodeURIComponent(slug)}`;
  eventQuicklink = (stub: string) => `${this.website}/e/${encodeURIComponent(stub)}`;
  talkPage = (stub: string) => `${this.website}/talk/${encodeURIComponent(stub)}`;
  userPage = (username: string) => `${this.website}/user/${encodeURIComponent(username)}`;
}
