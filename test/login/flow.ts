import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { TestService } from '../support/service.js';
import * as make from '../support/factories.js';

/** A request of an application, and the secret of its proof key. */
export interface Request {
  readonly parameters: Readonly<Record<string, string>>;
  readonly verifier: string;
}

type Base = Pick<TestService, 'base'>;
type Fields = Readonly<Record<string, string>> | string[][];

/** The redirect URI of the built-in application. */
export const pagesUri = ({ base }: Base): string => `${base}/login`;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** An authorization request, by default of the pages of the service. */
export function request(service: Base, parameters: Readonly<Record<string, string>> = {}): Request {
  const verifier = randomBytes(32).toString('base64url');
  const ofPages = {
    ...{ response_type: 'code', client_id: 'pages', redirect_uri: pagesUri(service), state: 'the state' },
    ...(parameters['client_id'] === undefined && { scope: 'read feedback speak host account' }),
  };
  const proof = { code_challenge: sha256(verifier), code_challenge_method: 'S256' };
  return { verifier, parameters: { ...ofPages, ...proof, ...parameters } };
}

export const without = (parameters: Readonly<Record<string, string>>, ...names: readonly string[]) =>
  Object.fromEntries(Object.entries(parameters).filter(([name]) => !names.includes(name)));

const formOf = (fields: Fields) => new URLSearchParams(fields as Record<string, string>);

/** GET of the login form, without following redirects. */
export const openForm = ({ base }: Base, parameters: Fields, headers: Record<string, string> = {}) =>
  fetch(`${base}/authorize?${formOf(parameters).toString()}`, { headers, redirect: 'manual' });

/** Submits the login form. */
export const submitForm = (
  { base }: Base,
  parameters: Fields,
  fields: Fields,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${base}/authorize?${formOf(parameters).toString()}`, {
    method: 'POST',
    body: formOf(fields),
    headers,
    redirect: 'manual',
  });

/** The URL to which a response redirects. */
export const locationOf = ({ headers }: Response): URL => new URL(headers.get('location') ?? 'about:blank');

/** The parameters with which a response redirects to the application. */
export const answerOf = (response: Response) => Object.fromEntries(locationOf(response).searchParams);

/** What the endpoints that clients call answer with. */
interface Answer {
  readonly error?: string;
  readonly access_token?: string;
  readonly refresh_token?: string;
  readonly scope?: string;
}

/** Sends a form to an endpoint that clients call. */
async function send(url: string, fields: Fields, headers: Record<string, string>) {
  const response = await fetch(url, { method: 'POST', body: formOf(fields), headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as Answer };
}

/** Sends a form to the token endpoint. */
export const redeem = ({ base }: Base, fields: Fields, headers: Record<string, string> = {}) =>
  send(`${base}/token`, fields, headers);

/** Sends a form to the revocation endpoint. */
export const revoke = ({ base }: Base, fields: Fields, headers: Record<string, string> = {}) =>
  send(`${base}/revoke`, fields, headers);

/** Logs in and redeems the code. */
export async function tokensFor(service: Base, asked: Request, login: Fields): Promise<Required<Answer>> {
  const { status, text, body } = await redeem(service, redemption(asked, await codeFor(service, asked, login)));
  if (status !== 200) throw new Error(`No tokens, but ${status} ${text}`);
  return body as Required<Answer>;
}

/** The form that exchanges a refresh token. */
export const refreshForm = (refreshToken: string, clientId = 'pages'): Record<string, string> => ({
  ...{ grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId },
});

/** Executes a GraphQL operation. */
export async function graph({ base }: Base, token: string | undefined, query: string, variables: object = {}) {
  const response = await fetch(`${base}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token !== undefined && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as {
    readonly data?: unknown;
    readonly errors?: readonly {
      readonly extensions: { readonly code: string; readonly problems: readonly { readonly reason: string }[] };
    }[];
  };
}

/** The form that redeems a code. */
export const redemption = ({ parameters, verifier }: Request, code: string): Record<string, string> => ({
  grant_type: 'authorization_code',
  code,
  code_verifier: verifier,
  client_id: parameters['client_id'] ?? '',
  redirect_uri: parameters['redirect_uri'] ?? '',
});

/** Logs in, and returns the code. */
export async function codeFor(service: Base, { parameters }: Request, login: Fields): Promise<string> {
  const response = await submitForm(service, parameters, login);
  const { code } = answerOf(response);
  if (code === undefined) throw new Error(`No code, but ${response.status} ${await response.text()}`);
  return code;
}

/** The username that the API knows a token's owner by; null for an unknown token. */
export async function ownerOf(service: Base, token: string | undefined): Promise<string | null> {
  const { data } = await graph(service, token ?? '', '{ viewer { username } }');
  return (data as { viewer: { username: string } | null } | null)?.viewer?.username ?? null;
}

/** A public application with these redirect URIs; returns its client ID. */
export async function createPublicClient(pool: pg.Pool, redirectUris: readonly string[], row = {}): Promise<string> {
  const key = `public${make.unique()}`;
  await make.createApplication(pool, { consumer_key: key, is_public: true, redirect_uris: redirectUris, ...row });
  return key;
}
