import { sentences, statuses } from '../errors.js';
import { BUSY } from '../idempotency.js';
import { named, objectOf, one, text, whole, type JsonSchema } from './json-schema.js';

const header = (description: string, schema: JsonSchema = text) => ({ description, schema });

/** Headers that many answers have, by their names among the components. */
export const sharedHeaders = {
  ETag: header('Names what was read: for `If-None-Match`, and for `If-Match` of a write.'),
  Link: header(
    '`rel="alternate"` leads to the same in the graph, `rel="deprecation"` to what to do about `Deprecation`.',
  ),
  'X-Request-Id': header('The number of the request in the log of the service.'),
  'Retry-After': header('After how many seconds to try again.', whole),
  'WWW-Authenticate': header('How to log in, and with `error="invalid_token"` that the token is none.'),
  Allow: header('The methods of the path.'),
  RateLimit: header('How often something may still be done, and for how many seconds that is so.'),
  'RateLimit-Policy': header('How often it may be done at all: `q` times in `w` seconds.'),
  Deprecation: header('Since when clients should no longer use this route.'),
  Sunset: header('When the route may be gone.'),
  'Idempotency-Replayed': header('The request was done before, and this is what it was answered then.', one('true')),
} as const;
type SharedHeader = keyof typeof sharedHeaders;

export const headersNamed = (...names: readonly SharedHeader[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const limits = ['RateLimit', 'RateLimit-Policy'] as const;

interface FailureResponse {
  /** Among the components. */
  readonly name: string;
  readonly description: string;
  /** A sentence as v2.1 says it. */
  readonly sentence: string;
  readonly headers?: readonly SharedHeader[];
}

/** Why a request fails: what there is to say of each status. */
const failures: Readonly<Record<number, FailureResponse>> = {
  400: {
    name: 'BadRequest',
    description: 'Something of what was sent cannot be read, or may not be so.',
    sentence: 'The request body is not valid JSON',
  },
  401: {
    name: 'Unauthorized',
    description:
      'Nobody is logged in, the token is unknown or has ended, or the address of the account is not verified.',
    sentence: 'You must be logged in',
    headers: ['WWW-Authenticate', 'Allow'],
  },
  403: { name: 'Forbidden', description: 'Not for you.', sentence: sentences.HOSTS_ONLY, headers: limits },
  404: { name: 'NotFound', description: 'Not there, or not for you.', sentence: sentences.EVENT_UNKNOWN },
  405: {
    name: 'MethodNotAllowed',
    description: 'The path has other methods.',
    sentence: 'Method not supported',
    headers: ['Allow'],
  },
  409: {
    name: 'Busy',
    description: 'A request with this `Idempotency-Key` is being worked on.',
    sentence: BUSY,
    headers: ['Retry-After'],
  },
  412: {
    name: 'PreconditionFailed',
    description: 'What you have read has changed since.',
    sentence: sentences.CHANGED_MEANWHILE,
  },
  413: { name: 'TooLarge', description: 'The body or the image is too large.', sentence: sentences.BODY_TOO_LARGE },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is of a type that is not read.',
    sentence: 'The request body must be JSON (Content-Type: application/json)',
  },
  422: {
    name: 'Conflict',
    description: 'It does not fit what has been claimed before, or its `Idempotency-Key` was that of another request.',
    sentence: sentences.SPEAKER_ALREADY_LINKED,
  },
  429: {
    name: 'TooManyRequests',
    description: 'Too often.',
    sentence: sentences.RATE_LIMITED.replace('{retryAfter}', '900'),
    headers: ['Retry-After', ...limits],
  },
  500: { name: 'InternalError', description: 'Something went wrong on our side.', sentence: sentences.UNEXPECTED },
  501: { name: 'NotOffered', description: 'This service does not do that.', sentence: 'Cannot login via Twitter' },
  503: {
    name: 'Unavailable',
    description: 'Not at the moment.',
    sentence: sentences.OVERLOADED,
    headers: ['Retry-After'],
  },
};

const page = { schema: { type: 'string', description: 'A page for people.' } };
const script = { schema: { type: 'string', description: 'A call of the function that `callback` names.' } };

/** The forms in which something is told. @param isRead also as a script */
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

/** What may be wrong with a request each operation says itself. */
const UNREADABLE = 400;

/** Those that operations share. */
export const failureResponses = Object.fromEntries(
  Object.entries(failures)
    .filter(([status]) => Number(status) !== UNREADABLE)
    .map(([, failure]) => [failure.name, responseOf(failure, failure.sentence)]),
);

/** Sentences by statuses; undefined where the common one is said. */
export type OwnWords = Readonly<Record<number, string | undefined>>;

/** @param given statuses of failures */
export function failuresOf(given: Iterable<number>, own: OwnWords) {
  const sorted = [...new Set(given)].sort((first, second) => first - second);
  return Object.fromEntries(
    sorted.map((status) => {
      const failure = failures[status];
      if (!failure) throw new Error(`Nothing is known of failures with ${status}`);
      const sentence = own[status];
      const shared = { $ref: `#/components/responses/${failure.name}` };
      return [String(status), sentence === undefined ? shared : responseOf(failure, sentence)];
    }),
  );
}

const someText: JsonSchema = { type: 'string', minLength: 1 };

/** How errors are told (contract §1.7, decisions.md no. 6). */
export const errorSchemas: Readonly<Record<string, JsonSchema>> = {
  Error: {
    type: 'array',
    description: 'One sentence.',
    items: text,
    minItems: 1,
    maxItems: 1,
  },
  Problem: objectOf(
    {
      type: { const: 'about:blank', description: 'Nothing is told of it elsewhere.' },
      title: { ...someText, description: 'The sentence that others are told.' },
      status: { type: 'integer', minimum: 400, maximum: 599, description: 'That of the answer.' },
      code: { ...one(...Object.keys(statuses)), description: 'A word for programs, of `ErrorCode` in the graph.' },
      problems: {
        type: 'array',
        description: 'Everything that is wrong.',
        minItems: 1,
        items: objectOf(
          {
            reason: {
              ...someText,
              description: 'A word for programs, of `ErrorReason` in the graph where it knows it.',
            },
            field: { ...someText, description: 'The field that it is about.' },
            limit: { ...whole, description: 'How many there may be, or how long it may be.' },
          },
          ['field', 'limit'],
        ),
      },
      requestId: { ...someText, description: 'What operators find the request by, as in the header `X-Request-Id`.' },
    },
    [],
    'For clients that ask with `Accept: application/problem+json` (RFC 9457).',
  ),
};
