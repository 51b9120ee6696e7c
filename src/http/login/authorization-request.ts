import type { AuthorizationRequest } from '../../core/application/authorization-codes.js';
import type { LoginClient } from '../../core/application/login-clients.js';
import { isRegisteredUri } from '../../core/application/redirect-uris.js';
import { DEFAULT_SCOPES, parseScopes, type Scope } from '../../core/scopes.js';
import type { Parameters } from './parameters.js';

/** An error code of RFC 6749 §4.1.2.1 or OpenID Connect, and its description for developers. */
export interface AuthorizationError {
  readonly error: string;
  readonly description: string;
}

/** Where the answer to an authorization request goes. */
export interface Recipient {
  readonly client: LoginClient;
  readonly redirectUri: string;
  /** Returned unchanged; undefined if absent. */
  readonly state: string | undefined;
}

/** Base64url of a SHA-256. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/**
 * The recipient of the answer; a text for the user if the client or the redirect URI is not valid. Redirecting to an
 * unknown address would make the service an open redirector (RFC 6749 §4.1.2.1, RFC 9700 §4.11).
 *
 * @param find looks up a client by its ID
 * @param origin scheme, host and port of the service
 */
export async function recipientOf(
  { get, repeated }: Parameters,
  find: (clientId: string) => Promise<LoginClient | null>,
  origin: string,
): Promise<Recipient | string> {
  const [clientId, redirectUri] = [get('client_id'), get('redirect_uri')];
  if (clientId === undefined || repeated.has('client_id')) return 'The parameter client_id is missing or repeated.';
  if (redirectUri === undefined || repeated.has('redirect_uri'))
    return 'The parameter redirect_uri is missing or repeated.';
  const client = await find(clientId);
  if (!client) return 'The application of this link is unknown.';
  if (!isRegisteredUri(redirectUri, client.redirectUris, origin))
    return 'The application has not registered the address to which this link leads back.';
  return { client, redirectUri, state: repeated.has('state') ? undefined : get('state') };
}

const invalid = (description: string): AuthorizationError => ({ error: 'invalid_request', description });

/** The requested scopes (RFC 6749 §3.3); null if they are not valid. */
const scopesOf = ({ get }: Parameters, client: LoginClient): readonly Scope[] | null => {
  const requested = get('scope');
  return requested === undefined ? DEFAULT_SCOPES : parseScopes(requested, client);
};

/** What a request must satisfy, in this order. */
const checks: readonly ((parameters: Parameters, client: LoginClient) => AuthorizationError | false | undefined)[] = [
  ({ repeated }) => repeated.size > 0 && invalid('A parameter is repeated.'),
  (_, { isPublic }) =>
    !isPublic && { error: 'unauthorized_client', description: 'Only public clients may use this flow.' },
  ({ get }) => get('response_type') === undefined && invalid('The parameter response_type is missing.'),
  ({ get }) =>
    get('response_type') !== 'code' && { error: 'unsupported_response_type', description: 'Use response_type=code.' },
  ({ get }) => (get('response_mode') ?? 'query') !== 'query' && invalid('Use response_mode=query.'),
  ({ get }) => (get('request') ?? get('request_uri')) !== undefined && invalid('Request objects are not supported.'),
  ({ get }) => get('code_challenge') === undefined && invalid('The parameter code_challenge is missing (RFC 7636).'),
  ({ get }) => get('code_challenge_method') !== 'S256' && invalid('Use code_challenge_method=S256.'),
  ({ get }) =>
    !CHALLENGE.test(get('code_challenge') ?? '') && invalid('The code_challenge is not the base64url of a SHA-256.'),
  (parameters, client) =>
    scopesOf(parameters, client) === null && {
      error: 'invalid_scope',
      description: 'A scope is unknown, or not available to the application.',
    },
  // The service has no sessions.
  ({ get }) => get('prompt') === 'none' && { error: 'login_required', description: 'The user must log in.' },
];

/** Validates the rest of a request, whose errors the client receives by redirect. */
export function authorizationRequest(
  parameters: Parameters,
  { client, redirectUri }: Recipient,
): AuthorizationRequest | AuthorizationError {
  for (const check of checks) {
    const error = check(parameters, client);
    if (error) return error;
  }
  const scopes = scopesOf(parameters, client) ?? DEFAULT_SCOPES;
  return { client, redirectUri, codeChallenge: parameters.get('code_challenge') ?? '', scopes };
}

/** The URL that returns an answer to the client, with the issuer (RFC 9207). */
export function answerUrl(
  { redirectUri, state }: Recipient,
  answer: Readonly<Record<string, string>>,
  issuer: string,
): string {
  const parameters = new URLSearchParams({ ...answer, ...(state !== undefined && { state }), iss: issuer });
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters.toString()}`;
}
