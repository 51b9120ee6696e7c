import type { Links } from './links.js';
import type { WireFields } from './fields.js';
import type { Paging } from './paging.js';
import type { WireQuery } from './query.js';

/** A deprecated route. Times are Unix timestamps in seconds. */
export interface Deprecation {
  /** Method and path. The names of its parameters are irrelevant. */
  readonly route: string;
  /** May be in the future. */
  readonly deprecatedAt: number;
  /** When the route may stop working. */
  readonly sunsetAt: number | null;
  /** URL of migration instructions. */
  readonly link: string | null;
}

/** Settings of the facade. */
export interface FacadeSettings {
  /** Name of the service on its pages. */
  readonly productName: string;
  /** Base URL of website links; if undefined, the service serves the pages. */
  readonly websiteUrl: string | undefined;
  readonly maxResults: number;
  /** Wire value of talks of type SOCIAL_EVENT in responses (decisions no. 2). */
  readonly socialTalkType: string;
  /** Whether event submission responds as the original service did (decisions no. 1). */
  readonly legacySubmission: boolean;
  /** Whether to behave as the original service did for its clients (decisions no. 33). */
  readonly legacyCompatibility: boolean;
  readonly deprecations: readonly Deprecation[];
}

/** A parsed v2.1 request, the input of rows and serializers. */
export interface WireRequest<Parameter extends string = string> {
  /** Path as requested, including trailing slashes: page links repeat it. */
  readonly path: string;
  readonly params: Readonly<Record<Parameter, string>>;
  readonly query: WireQuery;
  /** Query and body combined; reads and uploads have no parsed body. */
  readonly fields: WireFields;
  /** Streams a file of a multipart body. Reading is lazy: it starts with the first requested chunk. */
  readonly upload: (field: string) => AsyncIterable<Uint8Array>;
  readonly paging: Paging;
  readonly verbose: boolean;
  /** Time of the request, in seconds since 1970: a filter ignores a text that is not a date today (contract §1.5). */
  readonly now: number;
  readonly links: Links;
  readonly settings: FacadeSettings;
}

/** A response before serialization; a null body means no body. */
export interface PlainReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object | null;
}
