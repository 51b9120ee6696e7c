import { edgeSentences, sentences, statuses } from '../wire/errors.js';
import { named, objectOf, one, text, whole, type JsonSchema } from '../wire/json-schema.js';

const header = (description: string, schema: JsonSchema = text) => ({ description, schema });

/** Shared response headers, by component name. */
export const sharedHeaders = {
  ETag: header('Entity tag of the response, for `If-None-Match` and for `If-Match` of writes.'),
  Link: header('`rel="alternate"`: the equivalent GraphQL operation; `rel="deprecation"`: migration instructions.'),
  'X-Request-Id': header('Request ID, for correlation with the logs of the service.'),
  'Retry-After': header('Seconds to wait before a retry.', whole),
  'WWW-Authenticate': header('Authentication challenge; `error="invalid_token"` if the access token is invalid.'),
  Allow: header('Allowed methods of the path.'),
  RateLimit: header('Remaining quota and seconds until it resets.'),
  'RateLimit-Policy': header('Quota policy: `q` requests per window of `w` seconds.'),
  Deprecation: header('When the route is or was deprecated.'),
  Sunset: header('When the route may be removed.'),
  'Idempotency-Replayed': header('The request is a retry; this is the stored response of the first one.', one('true')),
} as const;
type SharedHeader = keyof typeof sharedHeaders;

export const headersNamed = (...names: readonly SharedHeader[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const limits = ['RateLimit', 'RateLimit-Policy'] as const;

interface FailureResponse {
  /** Component name. */
  readonly name: string;
  readonly description: string;
  /** Example message. */
  readonly sentence: string;
  readonly headers?: readonly SharedHeader[];
}

/** Error responses by status. */
const failures: Readonly<Record<number, FailureResponse>> = {
  400: {
    name: 'BadRequest',
    description: 'Malformed request or invalid field.',
    sentence: 'The request body is not valid JSON',
  },
  401: {
    name: 'Unauthorized',
    description:
      'Authentication required: no access token, an unknown or expired token, or an unverified e-mail address.',
    sentence: 'You must be logged in',
    headers: ['WWW-Authenticate', 'Allow'],
  },
  403: { name: 'Forbidden', description: 'Permission denied.', sentence: sentences.HOSTS_ONLY, headers: limits },
  404: { name: 'NotFound', description: 'Not found or not visible to the caller.', sentence: sentences.EVENT_UNKNOWN },
  405: {
    name: 'MethodNotAllowed',
    description: 'Method not allowed for this path.',
    sentence: 'Method not supported',
    headers: ['Allow'],
  },
  409: {
    name: 'Busy',
    description: 'A request with this `Idempotency-Key` is in progress.',
    sentence: edgeSentences.IDEMPOTENCY_KEY_BUSY,
    headers: ['Retry-After'],
  },
  412: {
    name: 'PreconditionFailed',
    description: 'Precondition failed: the resource has changed.',
    sentence: sentences.CHANGED_MEANWHILE,
  },
  413: { name: 'TooLarge', description: 'Body or image too large.', sentence: sentences.BODY_TOO_LARGE },
  415: {
    name: 'UnsupportedMediaType',
    description: 'Unsupported media type.',
    sentence: 'The request body must be JSON (Content-Type: application/json)',
  },
  422: {
    name: 'Conflict',
    description: 'Conflict with an existing claim, or an `Idempotency-Key` that was used for another request.',
    sentence: sentences.SPEAKER_ALREADY_LINKED,
  },
  429: {
    name: 'TooManyRequests',
    description: 'Rate limit exceeded.',
    sentence: sentences.RATE_LIMITED.replace('{retryAfter}', '900'),
    headers: ['Retry-After', ...limits],
  },
  500: { name: 'InternalError', description: 'Internal error.', sentence: sentences.UNEXPECTED },
  501: { name: 'NotOffered', description: 'Not supported by this service.', sentence: 'Cannot login via Twitter' },
  503: {
    name: 'Unavailable',
    description: 'Service unavailable.',
    sentence: sentences.OVERLOADED,
    headers: ['Retry-After'],
  },
};

const page = { schema: { type: 'string', description: 'An HTML page.' } };
const script = { schema: { type: 'string', description: 'A call of the function in `callback`.' } };

/** Media types of a response. @param isRead whether JSONP is supported */
export const forms = (json: object, isRead: boolean) => ({
  'application/json': json,
  'text/html': page,
  ...(isRead && { 'application/javascript': script }),
});

const responseOf = ({ description, headers = [] }: FailureResponse, sentence: string) => ({
  description,
  headers: headersNamed(...headers, 'X-Request-Id'),
  content: {
    ...forms({ schema: named('Error'), example: [sentence] }, true),
    'application/problem+json': { schema: named('Problem') },
  },
});

/** Not shared: each operation has its own 400 example. */
const UNREADABLE = 400;

/** Error responses that operations share. */
export const failureResponses = Object.fromEntries(
  Object.entries(failures)
    .filter(([status]) => Number(status) !== UNREADABLE)
    .map(([, failure]) => [failure.name, responseOf(failure, failure.sentence)]),
);

/** Example messages by status; undefined for the shared one. */
export type OwnWords = Readonly<Record<number, string | undefined>>;

/** @param given error statuses */
export function failuresOf(given: Iterable<number>, own: OwnWords) {
  const sorted = [...new Set(given)].sort((first, second) => first - second);
  return Object.fromEntries(
    sorted.map((status) => {
      const failure = failures[status];
      if (!failure) throw new Error(`Undeclared error status ${status}`);
      const sentence = own[status];
      const shared = { $ref: `#/components/responses/${failure.name}` };
      return [String(status), sentence === undefined ? shared : responseOf(failure, sentence)];
    }),
  );
}

const someText: JsonSchema = { type: 'string', minLength: 1 };

/** Error formats (contract §1.7, decisions no. 6). */
export const errorSchemas: Readonly<Record<string, JsonSchema>> = {
  Error: {
    type: 'array',
    description: 'An array with one message.',
    items: text,
    minItems: 1,
    maxItems: 1,
  },
  Problem: objectOf(
    {
      type: { const: 'about:blank', description: 'There is no further documentation of the problem type.' },
      title: { ...someText, description: 'The message of the plain error format.' },
      status: { type: 'integer', minimum: 400, maximum: 599, description: 'HTTP status of the response.' },
      code: {
        ...one(...Object.keys(statuses)),
        description: 'Machine-readable code; a value of the GraphQL enum `ErrorCode`.',
      },
      problems: {
        type: 'array',
        description: 'All problems of the request.',
        minItems: 1,
        items: objectOf(
          {
            reason: {
              ...someText,
              description: 'Machine-readable reason; a value of the GraphQL enum `ErrorReason` if it has one.',
            },
            field: { ...someText, description: 'The affected field.' },
            limit: { ...whole, description: 'Maximum number or length.' },
            suggestions: {
              type: 'array',
              items: someText,
              description: 'Valid values near to the invalid one, the likeliest first.',
            },
          },
          ['field', 'limit', 'suggestions'],
        ),
      },
      requestId: { ...someText, description: 'Request ID, as in the header `X-Request-Id`.' },
    },
    [],
    'A problem document (RFC 9457), for clients that send `Accept: application/problem+json`.',
  ),
};
