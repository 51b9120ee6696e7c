import type { Links } from './links.js';
import type { WireFields } from './read/fields.js';
import type { Paging } from './read/paging.js';
import type { WireQuery } from './read/query.js';

/** A route that clients should leave. Instants are seconds since 1970. */
export interface Deprecation {
  /** Method and path. What its parameters are called does not matter. */
  readonly route: string;
  /** May lie in the future. */
  readonly deprecatedAt: number;
  /** When it may stop to answer. */
  readonly sunsetAt: number | null;
  /** A page for people that says what to do. */
  readonly link: string | null;
}

/** What a deployment decides about the facade. */
export interface FacadeSettings {
  /** What the service calls itself on its pages. */
  readonly productName: string;
  /** Base of website links; undefined: the service's own redirects (decisions.md, Addresses). */
  readonly websiteUrl: string | undefined;
  readonly maxResults: number;
  /** The word by which talks of type SOCIAL_EVENT are read (decisions.md no. 2). */
  readonly socialTalkType: string;
  /** Whether submitting an event is answered as the original did it (decisions.md no. 1). */
  readonly legacySubmission: boolean;
  /** Whether the text is a date that the graph can read. Filters ignore the others (contract §1.5). */
  readonly isDate: (text: string) => boolean;
  readonly deprecations: readonly Deprecation[];
}

/** One v2.1 request as rows and shapes see it. */
export interface WireRequest<Parameter extends string = string> {
  /** As it was asked for, trailing slashes included: links to pages repeat it. */
  readonly path: string;
  readonly params: Readonly<Record<Parameter, string>>;
  readonly query: WireQuery;
  /** Query and body together; reads have no body, and neither have rows that take a file. */
  readonly fields: WireFields;
  /** The file of a multipart body, for rows that take one: nothing of it is read before somebody asks for its bytes. */
  readonly upload: (field: string) => AsyncIterable<Uint8Array>;
  readonly paging: Paging;
  readonly verbose: boolean;
  readonly links: Links;
  readonly settings: FacadeSettings;
}

/** What goes back: the body is made JSON at the very end; null means that there is none. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object | null;
}
