// The login of the pages of this service: the authorization code flow with PKCE (RFC 6749, RFC 7636). The tokens are
// kept in sessionStorage: for this tab, until it is closed.

const CLIENT_ID = 'pages';
const SESSION = 'lectern.session';
const PENDING = 'lectern.login';
/** Leaves time for a request that has started. */
const EARLIER_MS = 10_000;
const MAX_WAIT_MS = 30_000;
const SCOPES = 'read feedback speak host account';

/** An error of the service. `code` is an error code of the GraphQL schema, such as `RATE_LIMITED`. */
export class GraphError extends Error {
  constructor(errors, data) {
    const [{ message, extensions = {} }] = errors;
    super(message);
    Object.assign(this, { name: 'GraphError', code: extensions.code, problems: extensions.problems ?? [] });
    Object.assign(this, { retryAfter: extensions.retryAfter, errors, data });
  }
}

const stored = (key) => JSON.parse(sessionStorage.getItem(key) ?? 'null');
const store = (key, value) => sessionStorage.setItem(key, JSON.stringify(value));

const redirectUri = () => `${location.origin}/login`;

const base64url = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const randomText = () => base64url(crypto.getRandomValues(new Uint8Array(32)));
const sha256 = async (text) => new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));

/** An address of this origin; the front page instead of any other address. */
function ownUrl(address) {
  const url = URL.canParse(address, location.origin) ? new URL(address, location.origin) : null;
  return url?.origin === location.origin ? url.href : `${location.origin}/`;
}

/** Whether this tab stores a session, which the service may have revoked. */
export const isLoggedIn = () => stored(SESSION) !== null;

/** Sends a form to an endpoint of the login. */
const post = (path, fields) =>
  fetch(path, {
    method: 'POST',
    body: new URLSearchParams({ client_id: CLIENT_ID, ...fields }),
    credentials: 'omit',
    signal: AbortSignal.timeout(MAX_WAIT_MS),
  });

function keep({ access_token: token, refresh_token: refreshToken, expires_in: seconds }) {
  store(SESSION, { token, refreshToken, expiresAt: Date.now() + seconds * 1000 });
}

let renewal = null;

/** Exchanges the refresh token. Once at a time: after a minute, the service takes a repeated token for a stolen one. */
function renew(refreshToken) {
  renewal ??= post('/token', { grant_type: 'refresh_token', refresh_token: refreshToken })
    .then(async (response) => {
      if (response.ok) keep(await response.json());
      else if ([400, 401].includes(response.status)) sessionStorage.removeItem(SESSION);
      else throw new Error(`The login could not be renewed: ${response.status}`);
    })
    .finally(() => {
      renewal = null;
    });
  return renewal;
}

/**
 * The access token of this tab, renewed if it has expired; null without a login.
 *
 * @throws TypeError if the service is unreachable
 */
export async function accessToken() {
  const session = stored(SESSION);
  if (session && session.expiresAt <= Date.now() + EARLIER_MS) await renew(session.refreshToken);
  return stored(SESSION)?.token ?? null;
}

/**
 * Leaves the page for the login form. Afterwards the browser returns to `returnTo`.
 *
 * @param returnTo an address of this origin; by default, the current page
 * @param username what the form suggests
 */
export async function logIn(returnTo = location.href, username = '') {
  // Only https and loopback addresses have it.
  if (!crypto.subtle) throw new Error('You can log in only over https. Open this page at its https address.');
  const [verifier, state] = [randomText(), randomText()];
  store(PENDING, { verifier, state, returnTo: ownUrl(returnTo) });
  const request = new URLSearchParams({
    response_type: 'code',
    client_id: CLIENT_ID,
    redirect_uri: redirectUri(),
    state,
    scope: SCOPES,
    ...(username && { login_hint: username }),
    code_challenge: base64url(await sha256(verifier)),
    code_challenge_method: 'S256',
  });
  location.assign(`/authorize?${request}`);
}

/** Logs out: revokes the tokens, and forgets them even if the service is unreachable. */
export async function logOut() {
  const session = stored(SESSION);
  sessionStorage.removeItem(SESSION);
  if (!session) return;
  await post('/revoke', { token: session.refreshToken }).catch((error) => console.warn(error));
}

/**
 * Runs a GraphQL operation as the logged-in user, or as a visitor.
 *
 * @returns the data
 * @throws GraphError if the service reports errors; TypeError if it is unreachable. After UNAUTHENTICATED the token is
 *   forgotten: call `logIn`.
 */
export async function graph(query, variables = {}) {
  const token = await accessToken();
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables }),
    credentials: 'omit',
    signal: AbortSignal.timeout(MAX_WAIT_MS),
  });
  const { data, errors } = await response.json();
  const isRejected = errors?.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED');
  if (response.status === 401 || isRejected) sessionStorage.removeItem(SESSION);
  if (errors) throw new GraphError(errors, data);
  return data;
}

/**
 * Finishes the login on the page `/login`. The code leaves the address bar first.
 *
 * @returns the address to return to
 * @throws an error with `code`, and `returnTo`
 */
export async function finishLogIn() {
  const answer = new URLSearchParams(location.search);
  history.replaceState(null, '', location.pathname);
  const pending = stored(PENDING);
  sessionStorage.removeItem(PENDING);
  const returnTo = ownUrl(pending?.returnTo ?? '/');
  const failed = (code) => Object.assign(new Error(`Login failed: ${code}`), { code, returnTo });
  // An answer without the state of this tab was not requested by it; another issuer's code is not for this one (RFC 9207).
  if (!pending || answer.get('state') !== pending.state || answer.get('iss') !== location.origin)
    throw failed('unexpected');
  if (answer.has('error')) throw failed(answer.get('error'));
  const response = await post('/token', {
    grant_type: 'authorization_code',
    redirect_uri: redirectUri(),
    code: answer.get('code') ?? '',
    code_verifier: pending.verifier,
  }).catch((cause) => {
    throw Object.assign(failed('unreachable'), { cause });
  });
  const tokens = await response.json();
  if (!response.ok) throw failed(tokens.error);
  keep(tokens);
  return returnTo;
}

/** The sentence for a failed request. After the login, the browser returns to this page. */
export async function sentenceOf(error) {
  if (error.code === 'UNAUTHENTICATED') await logIn();
  else console.warn(error);
  return error.code ? error.message : 'The service could not be reached. Please try again.';
}
