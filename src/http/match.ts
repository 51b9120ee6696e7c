/** The record of a path, such as a talk and its ID. */
export interface Subject {
  readonly kind: string;
  readonly id: string;
}

/** What a response depends on. */
export interface CachePolicy {
  /** What it shows: any records, its subject, or nothing but one kind of list. */
  readonly shows: 'everything' | 'subject' | 'events' | 'ranked events' | 'talks';
  /** Whether it lists events, and so expires when time moves one to another list. */
  readonly listsEvents: boolean;
}

/** What the stages need to know of a request: pure data that its endpoint derives from method and URL. */
export interface Match {
  /** Label of metrics and logs; a pattern, never client input. */
  readonly route: string;
  /** Whether anonymous callers are rejected, before the body is read. */
  readonly login: 'required' | 'optional';
  /** The record that the request is about; null for collections. */
  readonly subject: Subject | null;
  /** Cache policy of anonymous requests; null if the response is not cacheable. */
  readonly cache: CachePolicy | null;
  /** The URL under which the response is cached, if several URLs have the same; by default, the one received. */
  readonly canonicalUrl?: string;
  /** URLs where clients read what a write replaces, to evaluate its `If-Match`; empty if the header is ignored. */
  readonly representations: readonly string[];
  /** What an `Idempotency-Key` does. */
  readonly idempotency: 'supported' | 'rejected' | 'ignored';
  /** Whether the body is read before the response is computed, or streamed by the endpoint. */
  readonly body: 'none' | 'whole' | 'stream';
  /** Maximum number of records in the response. */
  readonly maxRecords: number;
  /** The secret of a personal calendar in the path: authenticates in place of a token. */
  readonly calendarSecret?: string | undefined;
  /** Whether the path contains a secret: neither caches nor scripts of other origins get the response. */
  readonly isForClientOnly?: boolean;
}
