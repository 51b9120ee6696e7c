import type { IncomingHttpHeaders } from 'node:http';
import { HttpError } from './http-error.js';
import { weightsOf } from './weights.js';

/** The media types of GraphQL responses, the default first. */
export type ResponseType = 'application/json' | 'application/graphql-response+json';
const JSON_TYPE: ResponseType = 'application/json';
const TYPES: readonly ResponseType[] = [JSON_TYPE, 'application/graphql-response+json'];

const isResponseType = (name: string): name is ResponseType => (TYPES as readonly string[]).includes(name);

/**
 * Negotiates the media type of a GraphQL response, before anything is executed. Ignores the parameters of `Accept`: the
 * charset is always UTF-8. Of types with the same weight, the first one that the header names precedes.
 *
 * @returns null if the client accepts neither type
 */
export function responseTypeOf({ accept = '' }: IncomingHttpHeaders): ResponseType | null {
  if (accept === '' || accept === '*/*' || accept === JSON_TYPE) return JSON_TYPE;
  const weights = weightsOf(accept);
  const others = weights.get('application/*') ?? weights.get('*/*') ?? 0;
  let [preferred, highest] = [null as ResponseType | null, 0];
  for (const type of [...[...weights.keys()].filter(isResponseType), ...TYPES]) {
    const weight = weights.get(type) ?? others;
    if (weight > highest) [preferred, highest] = [type, weight];
  }
  return preferred;
}

/** The `Content-Type` of a response, also of the one that rejects the `Accept` of its request. */
export const contentTypeFor = (headers: IncomingHttpHeaders): string =>
  `${responseTypeOf(headers) ?? JSON_TYPE}; charset=utf-8`;

export const notAcceptable = (): HttpError => new HttpError(406, 'INVALID', 'MEDIA_TYPE_NOT_ACCEPTABLE');
