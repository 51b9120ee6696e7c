// The login of a frontend without a client secret: the authorization code flow with PKCE. The tokens are stored in
// sessionStorage: for this tab, until it is closed.
import * as oauth from 'oauth4webapi';

export const service: string = import.meta.env['VITE_LECTERN_URL'] ?? 'http://127.0.0.1:8080';

const client: oauth.Client = { client_id: 'demo-frontend' };
const SCOPE = 'feedback host';
const SESSION = 'session';
const PENDING = 'pending';

/** Only for a service on this machine; others use https. */
const options = { [oauth.allowInsecureRequests]: service.startsWith('http://127.0.0.1') };

interface Session {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const load = <Value>(key: string): Value | null => JSON.parse(sessionStorage.getItem(`lectern.${key}`) ?? 'null');
const save = (key: string, value: object): void => sessionStorage.setItem(`lectern.${key}`, JSON.stringify(value));
const forget = (key: string): void => sessionStorage.removeItem(`lectern.${key}`);

/** The page of this frontend, as registered. */
const redirectUri = (): string => location.origin + location.pathname;

let discovered: Promise<oauth.AuthorizationServer> | undefined;

function server(): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(service);
  discovered ??= oauth
    .discoveryRequest(issuer, { algorithm: 'oauth2', ...options })
    .then((response) => oauth.processDiscoveryResponse(issuer, response));
  return discovered;
}

export const isLoggedIn = (): boolean => load<Session>(SESSION) !== null;

/** Redirects to the login form of the service, which redirects back to this page. */
export async function logIn(): Promise<void> {
  const { authorization_endpoint: endpoint = '' } = await server();
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
  save(PENDING, { verifier, state, hash: location.hash });
  const url = new URL(endpoint);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: redirectUri(),
    scope: SCOPE,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString();
  location.assign(url);
}

function keep({
  access_token: accessToken,
  refresh_token: refreshToken,
  expires_in: seconds,
}: oauth.TokenEndpointResponse) {
  save(SESSION, { accessToken, refreshToken, expiresAt: Date.now() + (seconds ?? 0) * 1000 });
}

/** Finishes a login, if the service redirected back to this page. The user may have cancelled it. */
export async function finishLogIn(): Promise<void> {
  const url = new URL(location.href);
  if (!url.searchParams.has('code') && !url.searchParams.has('error')) return;
  const pending = load<{ verifier: string; state: string; hash: string }>(PENDING);
  forget(PENDING);
  // Removes the code from the address bar first.
  history.replaceState(null, '', redirectUri() + (pending?.hash ?? ''));
  if (!pending || url.searchParams.has('error')) return;
  const found = await server();
  const answer = oauth.validateAuthResponse(found, client, url, pending.state);
  const response = await oauth.authorizationCodeGrantRequest(
    found,
    client,
    oauth.None(),
    answer,
    redirectUri(),
    pending.verifier,
    options,
  );
  keep(await oauth.processAuthorizationCodeResponse(found, client, response));
}

let renewal: Promise<void> | undefined;

/** Runs one refresh at a time: a refresh token is valid for one use, and its reuse would end the login. */
function renew(refreshToken: string): Promise<void> {
  renewal ??= (async () => {
    const found = await server();
    const response = await oauth.refreshTokenGrantRequest(found, client, oauth.None(), refreshToken, options);
    if (response.status === 400) forget(SESSION);
    else keep(await oauth.processRefreshTokenResponse(found, client, response));
  })().finally(() => {
    renewal = undefined;
  });
  return renewal;
}

/** The access token, renewed if it expires within ten seconds; null for visitors. */
async function accessToken(): Promise<string | null> {
  const session = load<Session>(SESSION);
  if (session && session.expiresAt < Date.now() + 10_000) await renew(session.refreshToken);
  return load<Session>(SESSION)?.accessToken ?? null;
}

/** `fetch` with the token of the user. */
export async function fetchAsUser(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const token = await accessToken();
  const headers = new Headers(init.headers);
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  return fetch(input, { ...init, headers });
}

/** Revokes the tokens, and starts again as a visitor. */
export async function logOut(): Promise<void> {
  const session = load<Session>(SESSION);
  forget(SESSION);
  if (session) await oauth.revocationRequest(await server(), client, oauth.None(), session.refreshToken, options);
  location.reload();
}
